/// Translates MIDI 1.0 voice messages (type 2) of one group into MIDI 2.0 voice messages (type 4).
///
/// It remembers the selected parameter and bank of each of the 16 channels, so each group needs a
/// translator of its own. Its choices, where implementations differ:
///
/// - A note on of velocity 0 is a note off of velocity 0x8000, which stands for "none given".
/// - An RPN or NRPN becomes one registered or assignable controller when its data entry LSB comes.
///   An MSB alone waits, and is sent with an LSB of 0 when another selection, the null RPN or
///   another MSB comes; also before a note on or pitch bend of the channel, so that a sender that
///   never sends an LSB has its pitch bend range in time; and by `flush(channel:)`.
/// - Data entry without a selected parameter is dropped, as it addresses nothing. Data increment
///   and decrement (controllers 96 and 97) stay control changes.
/// - A bank select is kept and joined into the next program change; later ones keep that bank.
/// - Reset All Controllers unselects the parameter (MIDI 1.0 recommended practice RP-015).
/// - Other message types pass unchanged.
///
/// The corresponding standard is M2-104-UM, "Default Translation", and M2-115-U for the scaling.
public struct MIDI1ToMIDI2Translator: BitwiseCopyable, Sendable {
  private var group: UInt8
  /// The channels on which a data entry MSB waits for its LSB, a bit each.
  public private(set) var waitingChannels: UInt16 = 0

  private var channels = InlineArray<16, ChannelState>(repeating: ChannelState())

  private struct ChannelState: BitwiseCopyable, Sendable {
    var parameter = ParameterSelection()
    var bank = BankSelect.unchanged

    @_noLocks
    init() {}
  }

  /// Creates a translator that has seen no messages; `flush(channel:)` sends to `group`.
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
    default: return UMPBatch()  // No channel voice status: nothing a MIDI 1.0 sender can send.
    }
  }

  /// Returns the controller of a data entry MSB that waits for its LSB, for a time limit to call.
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
    let value = ump.data2 & 0x7F
    let channel = Int(ump.channel)
    var batch = UMPBatch()
    switch ump.data1 & 0x7F {
    case 0: channels[channel].bank = BankSelect(msb: value, lsb: channels[channel].bank.lsb)
    case 32: channels[channel].bank = BankSelect(msb: channels[channel].bank.msb, lsb: value)
    case 6:
      batch.append(flush(channel: ump.channel))
      channels[channel].parameter.takeMSB(value)
    case 38:
      let parameter = channels[channel].parameter.takeLSB(value, group: group, channel: ump.channel)
      batch.append(parameter)
    case 98, 99, 100, 101:
      batch.append(flush(channel: ump.channel))
      channels[channel].parameter.select(controller: ump.data1 & 0x7F, value: value)
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
    // Sent once: without the valid flag a later program change keeps the bank of the receiver.
    channels[Int(ump.channel)].bank.isValid = false
    let program = ump.data1 & 0x7F
    let event = VoiceEvent.programChange(channel: ump.channel, program: program, bank: bank)
    return event.ump(group: group)
  }
}
