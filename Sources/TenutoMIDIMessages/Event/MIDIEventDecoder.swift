public import TenutoMIDI
/// Makes events of packets or MIDI 1.0 bytes: joins SysEx, parameters and banks.
///
/// Unfinished messages are kept between calls, so a stream may be split anywhere. MIDI 1.0 voice
/// messages are joined as by `MIDI1ToMIDI2Translator`: a parameter is one event, and a bank is part
/// of the program change.
public struct MIDIEventDecoder: Sendable {
  /// Whether a MIDI 1.0 note on of velocity 0 becomes a note off.
  public var translatesZeroVelocityToNoteOff: Bool

  /// The number of SysEx messages dropped because they were too long or malformed.
  public private(set) var droppedSysExCount = 0

  private var translators: [UInt8: MIDI1ToMIDI2Translator] = [:]
  private var parser = MIDI1Parser()
  private var reassembler: SysExReassembler

  /// Creates a decoder at the start of a stream.
  ///
  /// Thread: any.
  public init(
    translatesZeroVelocityToNoteOff: Bool = true, sysExLimits: SysExLimits = SysExLimits()
  ) {
    self.translatesZeroVelocityToNoteOff = translatesZeroVelocityToNoteOff
    reassembler = SysExReassembler(limits: sysExLimits)
  }

  /// Takes one packet, and returns the completed events.
  ///
  /// Thread: control.
  public mutating func decode(_ ump: UMP) -> [MIDIEvent] {
    // A mixed data set is not an event, so its packets are passed on separately.
    guard ump.messageType != 0x5 || ump.status < 0x80 else { return [.other(ump)] }
    let arrival = reassembler.receive(ump)
    switch arrival.error {
    case nil, .notBegun: break  // The rest of a message that was counted as lost when it was cut.
    default: droppedSysExCount += 1
    }
    switch ump.messageType {
    case 0x2: return decodeMIDI1Voice(ump)
    case 0x3, 0x5:
      if case .malformed = arrival.error { return [.other(ump)] }
      return arrival.message.map { Self.events(of: $0, last: ump) } ?? []
    default: return [MIDIEvent(ump)]
    }
  }

  /// Takes MIDI 1.0 bytes, and returns the completed events.
  ///
  /// Thread: control.
  public mutating func decode(midi1Bytes bytes: some Sequence<UInt8>) -> [MIDIEvent] {
    var events: [MIDIEvent] = []
    for byte in bytes {
      if let ump = parser.parse(byte) { events += decode(ump) }
    }
    return events
  }

  /// Whether a parameter's data entry MSB waits for its LSB.
  ///
  /// Thread: any.
  public var hasWaitingParameter: Bool {
    translators.values.contains { $0.waitingChannels != 0 }
  }

  /// Returns parameters whose data entry MSB waits for an LSB; call it after a time limit.
  ///
  /// Thread: control.
  public mutating func flush() -> [MIDIEvent] {
    var events: [MIDIEvent] = []
    for group in translators.keys.sorted() {
      for channel in UInt8(0)..<16 {
        if let ump = translators[group]?.flush(channel: channel) { events.append(MIDIEvent(ump)) }
      }
    }
    return events
  }

  /// Drops unfinished messages, for example after a lost connection.
  ///
  /// Thread: control.
  public mutating func reset() {
    self = MIDIEventDecoder(
      translatesZeroVelocityToNoteOff: translatesZeroVelocityToNoteOff,
      sysExLimits: reassembler.limits)
  }
}

extension MIDIEventDecoder {
  private mutating func decodeMIDI1Voice(_ ump: UMP) -> [MIDIEvent] {
    let batch = translators[ump.group, default: MIDI1ToMIDI2Translator(group: ump.group)]
      .translate(ump)
    var events = batch.array.map { MIDIEvent($0) }
    if !translatesZeroVelocityToNoteOff, ump.opcode == 0x9, ump.data2 == 0, !events.isEmpty {
      events[events.count - 1] = MIDIEvent(ump)
    }
    return events
  }

  /// The event of a message; its packets if its kind is unknown.
  private static func events(of message: SysExMessage, last ump: UMP) -> [MIDIEvent] {
    if let event = MIDIEvent(message) { return [event] }
    guard case .sysEx8(let id) = message.stream.kind else { return [.other(ump)] }
    return SysExPackets(
      sysEx8: message.payload, streamID: id, group: message.stream.group
    ).map { .other($0) }
  }
}
