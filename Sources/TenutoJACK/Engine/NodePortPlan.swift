internal import TenutoCore
internal import TenutoHost

/// The JACK ports of an instance: what its layout and its MIDI ask for.
///
/// `midi_in`; `in_1`… and `out_1`… for the channels of the main busses; `in_side_chain_1`… for those
/// of a further bus, by its name; `midi_out`, or `midi_out_1`… where there are several.
struct NodePortPlan: Sendable {
  /// All ports in the order that people see: inputs before outputs, MIDI first.
  let ports: [EngineClient.PortPlan]
  /// Names of the ports of the main input bus.
  let mainInputs: [String]
  /// Names of the ports of the main output bus.
  let mainOutputs: [String]
  /// The name of the MIDI input, nil where it takes no MIDI.
  let midiInput: String?
  /// Names of the MIDI outputs, by group.
  let midiOutputs: [String]
  /// Whether its MIDI goes on to what follows in a chain.
  let isMIDIProcessor: Bool

  init(_ instance: Instance) {
    self.init(instance.description, layout: instance.layout)
  }

  init(_ description: ComponentDescription, layout: BusLayout) {
    let midiIn: [EngineClient.PortPlan] =
      description.acceptsMIDI
      ? [.init(name: "midi_in", prettyName: "MIDI In", kind: .midi, direction: .input)] : []
    let midiOut = Self.midiOutputs(of: description)
    let inputs = Self.ports(description.inputs, layout.inputs, .input)
    let outputs = Self.ports(description.outputs, layout.outputs, .output)
    ports = midiIn + inputs + outputs + midiOut
    mainInputs = inputs.prefix(layout.inputs.first ?? 0).map(\.name)
    mainOutputs = outputs.prefix(layout.outputs.first ?? 0).map(\.name)
    midiInput = midiIn.first?.name
    midiOutputs = midiOut.map(\.name)
    isMIDIProcessor = description.code.kind == .midiProcessor
  }

  /// One port per name; a MIDI processor without any has one nevertheless.
  private static func midiOutputs(of description: ComponentDescription) -> [EngineClient.PortPlan] {
    var names = description.midiOutputs
    if names.isEmpty && description.code.kind == .midiProcessor { names = ["MIDI Out"] }
    return names.enumerated().map { group, name in
      .init(
        name: names.count == 1 ? "midi_out" : "midi_out_\(group + 1)", prettyName: name,
        kind: .midi, direction: .output)
    }
  }

  /// One port per channel.
  private static func ports(
    _ busses: [BusDescription], _ counts: [Int], _ direction: JACKPortDirection
  ) -> [EngineClient.PortPlan] {
    let (side, prettySide) = direction == .input ? ("in", "In") : ("out", "Out")
    var names: Set<String> = []
    var ports: [EngineClient.PortPlan] = []
    for (number, (bus, count)) in zip(busses, counts).enumerated() {
      var name = side
      var prettyName = prettySide
      if number > 0 {
        name = "\(side)_\(portName(bus.name))"
        // Two busses may have the same name.
        while !names.insert(name).inserted { name += "_\(number + 1)" }
        prettyName = "\(bus.name) \(prettySide)"
      }
      for channel in 0..<count {
        ports.append(
          .init(
            name: "\(name)_\(channel + 1)",
            prettyName: prettyName + position(channel, of: count), kind: .audio,
            direction: direction))
      }
    }
    return ports
  }

  /// A bus's name in small letters, of at most 32 bytes.
  private static func portName(_ name: String) -> String {
    let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "bus" : String(words.joined(separator: "_").prefix(32))
  }

  private static func position(_ channel: Int, of count: Int) -> String {
    switch count {
    case 1: ""
    case 2: channel == 0 ? " Left" : " Right"
    default: " \(channel + 1)"
    }
  }
}
