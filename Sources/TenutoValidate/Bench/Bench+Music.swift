internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

extension Bench {
  /// A note on, in the protocol of the component.
  func noteOn(
    _ note: UInt8, channel: UInt8 = 0, group: UInt8 = 0, at frame: Int = 0
  ) -> TimedEvent {
    midi(0x90, note, 100, channel, group, word1: 0xC000_0000, at: frame)
  }

  func noteOff(
    _ note: UInt8, channel: UInt8 = 0, group: UInt8 = 0, at frame: Int = 0
  ) -> TimedEvent {
    midi(0x80, note, 64, channel, group, word1: 0x8000_0000, at: frame)
  }

  /// A controller; `value` is in the resolution of MIDI 1.0.
  func controller(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> TimedEvent {
    midi(0xB0, number, value, channel, 0, word1: UInt32(value) << 25, at: 0)
  }

  /// All notes off, and all sound off, on all channels.
  var silencers: [TimedEvent] {
    (0..<16).flatMap {
      [controller(123, 0, channel: UInt8($0)), controller(120, 0, channel: UInt8($0))]
    }
  }

  private func midi(
    _ status: UInt8, _ data1: UInt8, _ data2: UInt8, _ channel: UInt8, _ group: UInt8,
    word1: UInt32, at frame: Int
  ) -> TimedEvent {
    let isMIDI1 = description.midiProtocol == .midi1
    let packet = UMP(
      messageType: isMIDI1 ? 2 : 4, group: group, status: status | channel, data1: data1,
      data2: isMIDI1 ? data2 : 0, word1: isMIDI1 ? 0 : word1)
    return TimedEvent(frameOffset: UInt32(frame), payload: .midi(packet))
  }

  /// Noise for all inputs.
  func noise(_ frameCount: Int, _ random: inout SeededRandom) throws -> [[Float]] {
    let count = try port.inputChannelCount
    return (0..<count).map { _ in random.noise(frameCount) }
  }

  /// Three notes at the start for a component with MIDI input, or else nothing.
  var chord: [TimedEvent] {
    description.acceptsMIDI ? [noteOn(48), noteOn(60), noteOn(67)] : []
  }

  /// Silence on all inputs.
  func silence(_ frameCount: Int) throws -> [[Float]] {
    [[Float]](
      repeating: [Float](repeating: 0, count: frameCount), count: try port.inputChannelCount)
  }

  /// Sets values as a host does outside the render thread.
  func set(_ values: [ParameterValue]) throws {
    _ = try subject.call(SetParametersRequest(values: values))
  }

  /// The values of all parameters.
  func values() throws -> [ParameterAddress: Float] {
    let values = try subject.call(ParametersRequest()).values
    return Dictionary(values.map { ($0.address, $0.value) }) { first, _ in first }
  }

  /// Parameters that are not read-only.
  var writable: [Parameter] { description.parameters.filter { !$0.flags.contains(.readOnly) } }

  /// A random value for each parameter that is not read-only.
  func randomValues(_ random: inout SeededRandom) -> [ParameterValue] {
    writable.map { ParameterValue($0.address, random.value(of: $0)) }
  }

  /// The state as bytes.
  func save(_ scope: StateScope = .preset, pieceLimit: Int = .max) throws -> [UInt8] {
    try subject.download(after: SaveStateRequest(scope: scope), pieceLimit: pieceLimit)
  }

  /// Restores a state.
  func load(_ bytes: [UInt8]) throws {
    try subject.upload(bytes)
    _ = try subject.call(LoadStateRequest())
  }

  /// Whether it loads a state that it should refuse.
  func takes(_ bytes: [UInt8]) throws -> Bool {
    try subject.upload(bytes)
    return try subject.isGranted(LoadStateRequest())
  }
}

extension RenderedCycle {
  /// A fault of the cycle that no check tolerates, or nil.
  var fault: String? {
    if report.status != 0 { return "its status is \(report.status)" }
    if unwrittenCount > 0 { return "\(unwrittenCount) samples were not written" }
    if overwrittenCount > 0 { return "\(overwrittenCount) words after the samples were written" }
    return outputs.fault
  }
}

extension [[Float]] {
  var peak: Float { reduce(0) { Swift.max($0, $1.peak) } }

  /// A fault of the samples, or nil.
  var fault: String? {
    for (channel, samples) in enumerated() {
      if let frame = samples.firstIndex(where: { !$0.isFinite }) {
        return "channel \(channel) has \(samples[frame]) at frame \(frame)"
      }
      if let frame = samples.firstIndex(where: \.isSubnormal) {
        return "channel \(channel) has the subnormal \(samples[frame]) at frame \(frame)"
      }
    }
    return nil
  }

  /// The level of the difference from other samples, in dB; minus infinity if they are equal.
  func difference(from others: [[Float]]) -> Double {
    var largest: Float = 0
    for (own, other) in zip(self, others) {
      for (a, b) in zip(own, other) {
        let difference = abs(a - b)
        largest = Swift.max(largest, difference.isFinite ? difference : .greatestFiniteMagnitude)
      }
    }
    return Decibels.level(largest)
  }
}
