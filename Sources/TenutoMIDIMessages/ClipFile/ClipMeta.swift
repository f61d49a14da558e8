import TenutoMIDI
/// A meta event that Standard MIDI Files and clips both have.
enum ClipMeta {
  /// The length of a quarter note.
  case tempo(FlexTempo)

  /// The time signature, and the MIDI clocks of a metronome click.
  case timeSignature(FlexTimeSignature, clocksPerClick: UInt8)

  /// The key.
  case key(FlexKeySignature)

  /// A text.
  case text(FlexDataText)
}

extension ClipMeta {
  /// Reads a meta event; nil if clips have no counterpart.
  init?(type: UInt8, data: [UInt8], isFirstTrack: Bool) {
    let meta: ClipMeta? =
      switch type {
      case 0x51: Self.tempo(of: data)
      case 0x58: Self.timeSignature(of: data)
      case 0x59: Self.key(of: data)
      default:
        Self.textKind(ofMeta: type, isFirstTrack: isFirstTrack).map {
          .text(FlexDataText($0, String(metaText: data)))
        }
      }
    guard let meta else { return nil }
    self = meta
  }

  /// The meta as packets of group 0.
  var packets: [UMP] {
    switch self {
    case .tempo(let tempo): Self.packets([.setTempo(tempo)])
    case .timeSignature(let signature, let clocks):
      Self.packets([
        .setTimeSignature(signature),
        .setMetronome(FlexMetronome(clocksPerPrimaryClick: clocks, barAccent1: 0)),
      ])
    case .key(let key): Self.packets([.setKeySignature(key)])
    case .text(let text): text.packets
    }
  }

  private static func packets(_ messages: [FlexDataMessage]) -> [UMP] {
    messages.map { $0.ump(group: 0, address: .group) }
  }

  private static func tempo(of data: [UInt8]) -> ClipMeta? {
    guard data.count == 3 else { return nil }
    let microseconds = data.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard microseconds > 0 else { return nil }
    return .tempo(FlexTempo(tenNanosecondsPerQuarterNote: microseconds * 100))
  }

  private static func timeSignature(of data: [UInt8]) -> ClipMeta? {
    guard data.count >= 2, data[0] > 0, data[1] > 0 || data[0] < 128 else { return nil }
    // Flex data has no word for a whole note as the beat.
    let (numerator, power) = data[1] > 0 ? (data[0], data[1]) : (2 * data[0], 1)
    let clocks = data.count > 2 ? data[2] : 24
    let signature = FlexTimeSignature(
      numerator: numerator, denominatorPower: power,
      thirtySecondNotes: data.count > 3 ? data[3] : 8)
    return .timeSignature(signature, clocksPerClick: clocks)
  }

  private static func key(of data: [UInt8]) -> ClipMeta? {
    guard data.count == 2, let sharps = Int4(exactly: Int8(bitPattern: data[0])), sharps >= -7
    else { return nil }
    let tonic = MIDIKey.tonic(sharps: Int(sharps.rawValue), isMinor: data[1] == 1)
    return .key(FlexKeySignature(sharpsOrFlats: sharps, tonic: tonic))
  }
}

extension ClipMeta {
  private static func textKind(ofMeta type: UInt8, isFirstTrack: Bool) -> FlexDataTextKind? {
    switch type {
    case 0x02: .copyrightNotice
    case 0x03: isFirstTrack ? .clipName : .unknownMetadata
    case 0x05: .lyrics
    case 0x06, 0x07: .unknownPerformance
    case 0x01, 0x04, 0x08, 0x09: .unknownMetadata
    default: nil
    }
  }
}
