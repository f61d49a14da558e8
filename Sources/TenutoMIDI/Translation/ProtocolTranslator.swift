/// Translates a stream of packets in all 16 groups to one protocol.
///
/// To MIDI 2.0 each group has a `MIDI1ToMIDI2Translator`; to MIDI 1.0 `MIDI2ToMIDI1Translator`
/// needs no state. Packets already in the protocol pass, and so do all messages other than channel
/// voice: utility with its timestamps, system, SysEx, Flex Data, Stream and reserved types.
///
/// One half of a data entry waits for the other for at most `dataEntryTimeLimit`. The caller has
/// the clock: it passes the time with each packet, asks for `nextDeadline`, and calls `flush(at:)`
/// then.
///
/// It has four kilobytes, so avoid copying it.
public struct ProtocolTranslator: BitwiseCopyable, Sendable {
  /// The protocol of the output packets.
  public enum Target: BitwiseCopyable, Sendable, Hashable {
    /// MIDI 1.0: channel voice messages of type 2.
    case midi1

    /// MIDI 2.0: channel voice messages of type 4.
    case midi2
  }

  /// The default time that half a data entry waits, in the unit of the caller's times: 10 ms.
  ///
  /// Three times the transmission time of the other half on a MIDI cable after other messages.
  public static var defaultTimeLimit: UInt64 {
    @_noLocks get { 10_000_000 }
  }

  /// The protocol of the output packets.
  public let target: Target

  /// The time that one half of a data entry waits for the other, in nanoseconds.
  public let dataEntryTimeLimit: UInt64

  private let down = MIDI2ToMIDI1Translator()
  private var groups: InlineArray<16, MIDI1ToMIDI2Translator>

  /// The arrival time of the waiting half, by group and channel.
  private var since = InlineArray<256, UInt64>(repeating: 0)

  /// Creates a translator without state.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    to target: Target, dataEntryTimeLimit: UInt64 = ProtocolTranslator.defaultTimeLimit
  ) {
    self.target = target
    self.dataEntryTimeLimit = dataEntryTimeLimit
    groups = InlineArray(repeating: MIDI1ToMIDI2Translator())
    var group = 0
    while group < 16 {
      groups[group] = MIDI1ToMIDI2Translator(group: UInt8(truncatingIfNeeded: group))
      group += 1
    }
  }

  /// Translates one packet into none or up to four.
  ///
  /// Thread: any. The caller's time is in nanoseconds and never runs backwards.
  @_noLocks
  public mutating func translate(_ ump: UMP, at time: UInt64 = 0) -> UMPBatch {
    switch target {
    case .midi1: return down.translate(ump)
    case .midi2:
      guard ump.messageType == 0x2 else { return UMPBatch(ump) }
      let group = Int(ump.group)
      let batch = groups[group].translate(ump)
      // Only a data entry starts a wait; another one restarts it.
      if ump.opcode == 0xB, ump.data1 == 6 || ump.data1 == 38 {
        since[group << 4 | Int(ump.channel)] = time
      }
      return batch
    }
  }

  /// The earliest end of a wait, or nil if nothing waits.
  public var nextDeadline: UInt64? {
    @_noLocks mutating get {
      var first: UInt64?
      var group = 0
      while group < 16 {
        var waiting = groups[group].waitingChannels
        while waiting != 0 {
          let deadline = deadline(group << 4 | waiting.trailingZeroBitCount)
          if let earlier = first, earlier <= deadline {} else { first = deadline }
          waiting &= waiting &- 1
        }
        group += 1
      }
      return first
    }
  }

  /// Returns one controller whose wait is over, or nil if none is left.
  ///
  /// Thread: any. Call it until it returns nil; `UInt64.max` ends all waits, as before a close.
  @_noLocks
  public mutating func flush(at time: UInt64) -> UMP? {
    var group = 0
    while group < 16 {
      var waiting = groups[group].waitingChannels
      while waiting != 0 {
        let channel = waiting.trailingZeroBitCount
        if deadline(group << 4 | channel) <= time {
          return groups[group].flush(channel: UInt8(truncatingIfNeeded: channel))
        }
        waiting &= waiting &- 1
      }
      group += 1
    }
    return nil
  }

  /// Discards all state, as after a lost connection.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func reset() {
    self = ProtocolTranslator(to: target, dataEntryTimeLimit: dataEntryTimeLimit)
  }

  @_noLocks
  private mutating func deadline(_ index: Int) -> UInt64 {
    let (sum, overflows) = since[index].addingReportingOverflow(dataEntryTimeLimit)
    return overflows ? .max : sum
  }
}
