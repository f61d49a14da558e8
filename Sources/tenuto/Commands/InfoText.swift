import TenutoComponents
import TenutoCore

/// The text of `tenuto info`.
struct InfoText {
  let component: Component

  private var description: ComponentDescription { component.description }

  /// The lines, without terminal control characters.
  var lines: [String] {
    var lines = ["\(description.name) \(description.version) ('\(description.code)')"]
    if !description.summary.isEmpty { lines.append(description.summary) }
    lines.append("")
    lines += facts.filter { !$0.1.isEmpty }.map { "\($0.0.padded(to: 12))  \($0.1)" }
    return lines.map(\.printable) + [""] + parameters + presets
  }

  private var facts: [(String, String)] {
    [
      ("kind", kind), ("format", component.source?.format.uppercased() ?? ""),
      ("URI", component.source?.uri ?? ""),
      (component.source == nil ? "manufacturer" : "author", description.manufacturerName),
      ("licence", description.license),
      (description.contact.hasPrefix("http") ? "page" : "contact", contact),
      ("tags", description.tags.joined(separator: ", ")), ("warning", warning),
      ("inputs", busses(description.inputs)), ("outputs", busses(description.outputs)),
      ("channels", capabilities), ("MIDI in", midiInput),
      ("MIDI out", description.midiOutputs.joined(separator: ", ")),
      ("state", "version \(description.stateVersion)"),
      (
        "output", description.isDeterministic ? "the same for the same input, in every process" : ""
      ),
      ("asks to", component.needs.phrases.joined(separator: ", ")),
      ("bundle", component.bundlePath), ("executable", component.executablePath),
    ]
  }

  private var kind: String {
    switch description.code.kind {
    case .instrument: "instrument: MIDI in, sound out"
    case .effect: "effect: sound in, sound out"
    case .musicEffect: "music effect: sound and MIDI in, sound out"
    case .midiProcessor: "MIDI processor: MIDI in, MIDI out"
    case .generator: "generator: sound out"
    case nil: "'\(description.code.type)', which is not a type of Audio Unit"
    }
  }

  /// Text that only repeats the URI is omitted.
  private var contact: String {
    description.contact == component.source?.uri ? "" : description.contact
  }

  /// A plug-in without LV2's `hardRTCapable`.
  private var warning: String {
    description.tags.contains("not hard realtime")
      ? "it does not promise to be hard realtime capable, and may miss deadlines" : ""
  }

  private func busses(_ busses: [BusDescription]) -> String {
    let texts = busses.map {
      "\($0.name) (\($0.channelCount)\($0.isOptional ? ", optional" : ""))"
    }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  private var capabilities: String {
    description.capabilities.map(\.text).joined(separator: "; ")
  }

  private var midiInput: String {
    guard description.acceptsMIDI else { return "" }
    return description.midiProtocol.name + (description.supportsMPE ? ", MPE" : "")
  }

  private var parameters: [String] {
    let rows = ParameterRow.rows(description, showsHidden: true)
    guard !rows.isEmpty else { return ["no parameters"] }
    var table = Table(["PARAMETER", "NAME", "RANGE", "DEFAULT", "NOTES"])
    for row in rows {
      guard let parameter = row.parameter else {
        table.add([row.label, "", "", "", ""])
        continue
      }
      table.add([
        row.label, parameter.name, parameter.rangeText, defaultText(parameter), notes(parameter),
      ])
    }
    return table.lines
  }

  private func defaultText(_ parameter: Parameter) -> String {
    let index = Int(max(0, parameter.defaultValue - parameter.range.lowerBound).rounded())
    return parameter.valueNames.indices.contains(index)
      ? parameter.valueNames[index] : Numbers.short(Double(parameter.defaultValue))
  }

  private func notes(_ parameter: Parameter) -> String {
    let dependents = parameter.dependents.map {
      description.parameter(at: $0)?.identifier ?? "\($0)"
    }
    let overview = description.overview.firstIndex(of: parameter.address)
    return
      (parameter.flags.names + (overview.map { ["overview \($0 + 1)"] } ?? [])
      + (dependents.isEmpty ? [] : ["changes \(dependents.joined(separator: " "))"]))
      .joined(separator: ", ")
  }

  private var presets: [String] {
    guard !description.presets.isEmpty else { return [] }
    var table = Table(["PRESET", "NAME", "VALUES"])
    for preset in description.presets {
      let values = preset.values.map { value in
        let name = description.parameter(at: value.address)?.identifier ?? "\(value.address)"
        return "\(name)=\(Numbers.short(Double(value.value)))"
      }
      table.add(["\(preset.number)", preset.name, values.joined(separator: " ")])
    }
    return [""] + table.lines
  }
}

extension ChannelCapability {
  /// Such as "2 in, 2 out", after Audio Unit's rules.
  fileprivate var text: String {
    if inputCount == -1 && outputCount == -1 { return "any in, as many out" }
    return "\(Self.text(inputCount)) in, \(Self.text(outputCount)) out"
  }

  private static func text(_ count: Int) -> String {
    switch count {
    case 0...: "\(count)"
    case -1, -2: "any"
    default: "up to \(-count)"
    }
  }
}
