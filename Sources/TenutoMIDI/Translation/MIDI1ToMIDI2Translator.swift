/// Translates MIDI 1.0 voice messages (type 2) of one group into MIDI 2.0 voice messages (type 4).
///
/// It remembers the selected parameter and bank of each of the 16 channels, so each group needs a
/// separate translator. Its choices for cases in which implementations differ:
///
/// - A note on of velocity 0 is a note off of velocity 0x8000, the default release velocity.
/// - An RPN or NRPN becomes one registered or assignable controller once both halves of its data
///   entry have arrived; the first half after the selection waits for the other. A half is sent
///   alone, with 0 for the other, when another selection, the null RPN or the same half arrives.
///   The same happens before a note on, pitch bend, data increment or decrement of the channel, so
///   that a sender without an LSB sets its pitch bend range in time, and in `flush(channel:)`.
/// - The MPE Configuration Message (RPN 0/6) has no LSB: it is sent with its MSB.
/// - Data entry without a selected parameter is dropped, as it addresses nothing. Data increment
///   and decrement (controllers 96 and 97) stay control changes.
/// - A bank select is kept and joined into the next program change; later ones keep that bank.
/// - A packet with a data byte above 127 is dropped.
/// - Reset All Controllers unselects the parameter (MIDI 1.0 recommended practice RP-015).
/// - Other message types pass unchanged.
///
/// The corresponding standard is M2-104-UM, "Default Translation", and M2-115-U for the scaling.
public struct MIDI1ToMIDI2Translator: BitwiseCopyable, Sendable {
  private var group: UInt8
  /// The channels on which one half of a data entry waits for the other, a bit each.
  public private(set) var waitingChannels: UInt16 = 0

  private var channels = InlineArray<16, ChannelState>(repeating: ChannelState())

  private struct ChannelState: BitwiseCopyable, Sendable {
    var parameter = ParameterSelection()
    var bank = BankSelect.unchanged

    @_noLocks
    init() {}
  }

  /// Creates a translator without state; `flush(channel:)` sends to `group`.
  ///
  /// Thread: any.
  @_noLocks
  public init(group: UInt8 = 0) {
    self.group = group & 0xF
  }

  /// Translates one packet into none, one or two.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func translate(_ ump: UMP) -> UMPBatch {
    guard ump.messageType == 0x2 else { return UMPBatch(ump) }
    guard ump.isMIDI1Voice else { return UMPBatch() }
    group = ump.group
    switch ump.opcode {
    case 0xB:
      let batch = translateController(ump)
      noteWaiting(ump.channel)
      return batch
    case 0xC: return UMPBatch(programChange(ump))
    case 0x9, 0xE:
      var batch = UMPBatch()
      batch.append(flush(channel: ump.channel))
      batch.append(VoiceEvent(ump).ump(group: group))
      return batch
    case 0x8, 0xA, 0xD: return UMPBatch(VoiceEvent(ump).ump(group: group))
    default: return UMPBatch()  // unreachable: `isMIDI1Voice` excludes other statuses
    }
  }

  /// Returns the controller of a data entry that waits for its other half, for use after a time
  /// limit.
  ///
  /// Thread: any. Only the low four bits of `channel` count.
  @_noLocks
  public mutating func flush(channel: UInt8) -> UMP? {
    let channel = channel & 0xF
    defer { noteWaiting(channel) }
    return channels[Int(channel)].parameter.flush(group: group, channel: channel)
  }
}

extension MIDI1ToMIDI2Translator {
  @_noLocks
  private mutating func noteWaiting(_ channel: UInt8) {
    let bit = 1 as UInt16 &<< UInt16(channel)
    let isWaiting = channels[Int(channel)].parameter.isPending
    waitingChannels = isWaiting ? waitingChannels | bit : waitingChannels & ~bit
  }

  @_noLocks
  private mutating func translateController(_ ump: UMP) -> UMPBatch {
    let value = ump.data2
    let channel = Int(ump.channel)
    var batch = UMPBatch()
    switch ump.data1 {
    case 0: channels[channel].bank = BankSelect(msb: value, lsb: channels[channel].bank.lsb)
    case 32: channels[channel].bank = BankSelect(msb: channels[channel].bank.msb, lsb: value)
    case 6:
      batch.append(
        channels[channel].parameter.takeMSB(value, group: group, channel: ump.channel))
    case 38:
      batch.append(
        channels[channel].parameter.takeLSB(value, group: group, channel: ump.channel))
    case 96, 97:
      batch.append(flush(channel: ump.channel))
      batch.append(VoiceEvent(ump).ump(group: group))
    case 98, 99, 100, 101:
      batch.append(flush(channel: ump.channel))
      channels[channel].parameter.select(controller: ump.data1, value: value)
    case 121:
      batch.append(flush(channel: ump.channel))
      channels[channel].parameter = ParameterSelection()
      batch.append(VoiceEvent(ump).ump(group: group))
    default: batch.append(VoiceEvent(ump).ump(group: group))
    }
    return batch
  }

  @_noLocks
  private mutating func programChange(_ ump: UMP) -> UMP {
    let bank = channels[Int(ump.channel)].bank
    // Sent once: without the valid flag a later program change keeps the receiver's bank. The
    // numbers stay, for a bank select that changes only one of them.
    channels[Int(ump.channel)].bank.isValid = false
    let event = VoiceEvent.programChange(channel: ump.channel, program: ump.data1, bank: bank)
    return event.ump(group: group)
  }
}
