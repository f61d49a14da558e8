public import TenutoMIDI
/// A message of type 13, without its group and address.
///
/// Tempo, time signature and metronome are for a group; the others can be for a channel too.
///
/// The corresponding standard is M2-104-UM, "Flex Data Messages".
public enum FlexDataMessage: BitwiseCopyable, Sendable, Hashable {
  /// The tempo of the music.
  case setTempo(FlexTempo)

  /// The number and length of the beats of a bar.
  case setTimeSignature(FlexTimeSignature)

  /// The clicks of a metronome.
  case setMetronome(FlexMetronome)

  /// The key of the music.
  case setKeySignature(FlexKeySignature)

  /// The chord that sounds or is to be played.
  case setChordName(FlexChordName)

  /// A piece of a text: lyrics, titles, names.
  case text(FlexDataTextPacket)

  @_noLocks
  init?(_ ump: UMP) {
    if ump.data1 != 0 {
      guard let packet = FlexDataTextPacket(ump) else { return nil }
      self = .text(packet)
      return
    }
    // The messages of bank 0 are single packets.
    guard ump.word0 >> 22 & 3 == 0 else { return nil }
    switch ump.data2 {
    case 0x00: self = .setTempo(FlexTempo(tenNanosecondsPerQuarterNote: ump.word1))
    case 0x01: self = .setTimeSignature(FlexTimeSignature(ump))
    case 0x02: self = .setMetronome(FlexMetronome(ump))
    case 0x05:
      guard let signature = FlexKeySignature(ump) else { return nil }
      self = .setKeySignature(signature)
    case 0x06:
      guard let name = FlexChordName(ump) else { return nil }
      self = .setChordName(name)
    default: return nil
    }
  }

  /// Returns the message as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4, address: FlexDataAddress) -> UMP {
    var ump = body
    ump.word0 |= 0xD000_0000 | UInt32(group.rawValue) << 24 | address.bits
    return ump
  }

  /// The packet without its type, group and address.
  private var body: UMP {
    @_noLocks get {
      switch self {
      case .setTempo(let tempo): UMP(0, tempo.tenNanosecondsPerQuarterNote)
      case .setTimeSignature(let signature): signature.body
      case .setMetronome(let metronome): metronome.body
      case .setKeySignature(let signature): signature.body
      case .setChordName(let name): name.body
      case .text(let packet): packet.body
      }
    }
  }
}
