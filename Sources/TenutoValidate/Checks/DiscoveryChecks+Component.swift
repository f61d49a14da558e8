internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

extension DiscoveryChecks {
  /// The tags by which hosts sort components.
  private static let knownTags: Set<String> = [
    "Synthesizer", "Sampler", "Drum", "Piano", "Generator", "Noise", "Effects", "Equalizer",
    "Dynamics Processor", "Distortion", "Filter", "Delay", "Reverb", "Pitch", "Panner", "Imaging",
    "Modulation", "Gain", "Mixer", "Analyzer", "Arpeggiator", "MIDI Processor", "Utility",
  ]

  static let component: [Check] = [
    Check(
      "D02", "Component codes are well formed", level: .quick,
      why: "Sessions find components by their codes permanently.",
      fix: "Use one of Audio Unit's types, and a manufacturer code with a capital letter."
    ) { context in
      let code = context.target.code
      guard code.kind != nil else { return .failed("'\(code.type)' is not a component type") }
      let all = try context.testedExtension().descriptions().map(\.code)
      guard Set(all).count == all.count else { return .failed("two components have the same code") }
      let maker = code.manufacturer.description
      return maker == maker.lowercased()
        ? .failed("'\(maker)' has no capital letter; such codes are reserved for Apple")
        : .passed("\(code)")
    },
    Check(
      "D03", "The description is complete", level: .quick,
      why: "Users look for a name and a contact.",
      fix: "Fill in name, manufacturerName, version, summary, license and contact."
    ) { context in
      let own = try context.bench().description
      if own.name.isEmpty { return .failed("it has no name") }
      if own.manufacturerName.isEmpty { return .failed("its manufacturer has no name") }
      let numbers = own.version.split(separator: ".", omittingEmptySubsequences: false)
      guard numbers.count == 3, numbers.allSatisfy({ UInt($0) != nil }) else {
        return .failed("its version is '\(own.version)'; write it such as 1.0.0")
      }
      let missing = [("summary", own.summary), ("license", own.license), ("contact", own.contact)]
        .filter(\.1.isEmpty).map(\.0)
      return missing.isEmpty
        ? .passed() : .warned("it has no \(missing.joined(separator: ", no "))")
    },
    Check(
      "D04", "Tags are known to hosts", level: .quick,
      why: "Hosts sort by tags.",
      fix: "Use tags such as Synthesizer, Delay or Filter, each once."
    ) { context in
      let tags = try context.bench().description.tags
      if let twice = tags.first(where: { tag in tags.count { $0 == tag } > 1 }) {
        return .failed("the tag '\(twice)' appears twice")
      }
      if tags.isEmpty { return .warned("it has no tags") }
      return tags.contains(where: knownTags.contains)
        ? .passed() : .warned("hosts know none of its tags")
    },
    Check(
      "D07", "Unknown component codes are refused", level: .usual,
      why: "A session must not open a different instrument.",
      fix: "Compare all three codes, and refuse longer requests."
    ) { context in
      let subject = try context.testedExtension()
      let count = try subject.descriptions().count
      let own = context.target.code
      let others = [
        ComponentCode(
          type: own.type, subtype: FourCharacterCode("~~~~") ?? own.type,
          manufacturer: own.manufacturer),
        ComponentCode(type: own.type, subtype: own.manufacturer, manufacturer: own.subtype),
      ]
      for code in others where code != own {
        if try subject.isGranted(InstantiateRequest(code: code)) {
          return .failed("it was instantiated as '\(code)', which it does not have")
        }
      }
      if try subject.isGranted(LongInstantiateRequest(code: own)) {
        return .failed("it accepted a longer request")
      }
      return try subject.isGranted(DescribeRequest(index: UInt16(count)))
        ? .failed("it described component \(count) of \(count)") : .passed()
    },
    Check(
      "D08", "Only declared outputs and parameters are used", level: .usual,
      why: "Hosts make ports for declared outputs only.",
      fix: "Name each MIDI output, and describe each parameter that you set yourself."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for _ in 0..<40 {
        let noise = try bench.noise(512, &context.random)
        for event in try bench.render(512, inputs: noise, events: bench.chord).events {
          if let fault = undeclared(event, bench.description) { return .failed(fault) }
        }
      }
      return .passed()
    },
  ]

  private static func undeclared(
    _ event: TimedEvent, _ description: ComponentDescription
  ) -> String? {
    switch event.payload {
    case .midi(let packet):
      Int(packet.group) < description.midiOutputs.count
        ? nil : "it sent MIDI on output \(packet.group) of \(description.midiOutputs.count)"
    case .parameter(let address, _), .ramp(let address, _, _), .gesture(let address, _):
      description.parameter(at: address) == nil
        ? "it set the undescribed parameter at \(address)" : nil
    }
  }
}

/// A request to instantiate a component, with an extra byte.
private struct LongInstantiateRequest: ControlRequest {
  static let kind = ControlKind.instantiate
  typealias Response = Nothing
  let code: ComponentCode

  init(code: ComponentCode) { self.code = code }
  init(from reader: inout WireReader) throws(WireError) {
    code = try ComponentCode(from: &reader)
    _ = try reader.read(UInt8.self)
  }
  func encode(into writer: inout WireWriter) {
    code.encode(into: &writer)
    writer.write(UInt8(0x21))
  }
}
