import TenutoMIDI
public import TenutoMIDIMessages

extension MIDIThruConnection {
  /// The lifetime of a thru connection.
  public enum Lifecycle: Sendable, Hashable {
    /// Until it is removed, or the manager stops.
    case nonPersistent
    /// Beyond the end of the program, which JACK does not support.
    case persistent(ownerID: String)
  }

  /// The processing of a thru connection's events.
  ///
  /// Without any change it is a direct connection in JACK, exact to the frame and without delay.
  /// Other connections, and those between MIDI 1.0 and Universal MIDI Packets, pass through this
  /// program with a delay of two or three cycles.
  public struct Parameters: Sendable, Hashable {
    /// Whether control changes and parameters are dropped.
    public var filterOutAllControls = false
    /// Whether timing clock, start, continue and stop are dropped.
    public var filterOutBeatClock = false
    /// Whether time code quarter frames are dropped.
    public var filterOutMTC = false
    /// Whether system exclusive messages are dropped.
    public var filterOutSysEx = false
    /// Whether tune requests are dropped.
    public var filterOutTuneRequest = false
    /// The output channel of each of the 16 channels; nil drops its messages.
    public var channelMap: [UInt4?] = (0..<16).map { UInt4(truncatingIfNeeded: $0) }
    /// Semitones of transposition; notes outside 0 to 127 are dropped.
    public var transpose = 0
    /// The notes that pass, before transposition.
    public var noteRange: ClosedRange<UInt7> = 0...127
    /// The delay of events, in nanoseconds.
    ///
    /// With 0 each event leaves as soon as possible. With a delay of a few cycles the spacing of
    /// events stays exact to the frame.
    public var delay: UInt64 = 0

    /// Creates parameters that change nothing.
    public init() {}
  }
}

/// The processing of one packet.
struct ThruTransform: Sendable {
  let parameters: MIDIThruConnection.Parameters

  /// Returns the processed packet, or nil if it is dropped.
  func apply(_ ump: UMP) -> UMP? {
    switch ump.messageType {
    case 0x1: passes(system: ump.status) ? ump : nil
    case 0x2, 0x4: applyToVoice(ump)
    case 0x3, 0x5: parameters.filterOutSysEx ? nil : ump
    default: ump
    }
  }

  private func passes(system status: UInt8) -> Bool {
    switch status {
    case 0xF1: !parameters.filterOutMTC
    case 0xF6: !parameters.filterOutTuneRequest
    case 0xF8, 0xFA, 0xFB, 0xFC: !parameters.filterOutBeatClock
    default: true
    }
  }

  private func applyToVoice(_ ump: UMP) -> UMP? {
    let channel = Int(ump.channel)
    guard channel < parameters.channelMap.count, let target = parameters.channelMap[channel] else {
      return nil
    }
    let status = ump.opcode << 4 | target.rawValue
    guard let note = applyToNote(ump) else { return nil }
    return UMP(
      messageType: ump.messageType, group: ump.group, status: status, data1: note,
      data2: ump.data2, word1: ump.word1)
  }

  /// Returns the packet's third byte, with a note transposed.
  private func applyToNote(_ ump: UMP) -> UInt8? {
    let isMIDI2 = ump.messageType == 0x4
    switch ump.opcode {
    case 0xB: return parameters.filterOutAllControls ? nil : ump.data1
    case 0x2...0x5 where isMIDI2: return parameters.filterOutAllControls ? nil : ump.data1
    case 0x8, 0x9, 0xA: return moved(ump.data1)
    case 0x0, 0x1, 0x6, 0xF: return isMIDI2 ? moved(ump.data1) : ump.data1
    default: return ump.data1
    }
  }

  private func moved(_ note: UInt8) -> UInt8? {
    guard let note = UInt7(exactly: note), parameters.noteRange.contains(note) else { return nil }
    return UInt7(exactly: note.intValue + parameters.transpose)?.rawValue
  }
}
