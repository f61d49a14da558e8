/// The kind of a flex data text.
///
/// The corresponding standard is M2-104-UM, "Metadata Text Messages" and "Performance Text Messages".
public enum FlexDataTextKind: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// Metadata text of unspecified kind.
  case unknownMetadata

  /// The name of the project.
  case projectName

  /// The name of the composition or song.
  case compositionName

  /// The name of the MIDI clip.
  case clipName

  /// The copyright notice.
  case copyrightNotice

  /// The name of the composer.
  case composerName

  /// The name of the lyricist.
  case lyricistName

  /// The name of the arranger.
  case arrangerName

  /// The name of the publisher.
  case publisherName

  /// The name of the primary performer.
  case primaryPerformerName

  /// The name of an accompanying performer.
  case accompanyingPerformerName

  /// The date of the recording or concert.
  case recordingDate

  /// The place of the recording or concert.
  case recordingLocation

  /// Performance text of unspecified kind.
  case unknownPerformance

  /// Words that are sung.
  case lyrics

  /// The language of the lyrics that follow.
  case lyricsLanguage

  /// The pronunciation of the lyrics, in another script (ruby).
  case ruby

  /// The language of the ruby that follows.
  case rubyLanguage
}

extension FlexDataTextKind {
  @_noLocks
  init?(bank: UInt8, status: UInt8) {
    switch bank {
    case 0x01:
      guard let kind = Self.metadata(status) else { return nil }
      self = kind
    case 0x02:
      guard let kind = Self.performance(status) else { return nil }
      self = kind
    default: return nil
    }
  }

  @_noLocks
  private static func metadata(_ status: UInt8) -> FlexDataTextKind? {
    switch status {
    case 0x00: .unknownMetadata
    case 0x01: .projectName
    case 0x02: .compositionName
    case 0x03: .clipName
    case 0x04: .copyrightNotice
    case 0x05: .composerName
    case 0x06: .lyricistName
    case 0x07: .arrangerName
    case 0x08: .publisherName
    case 0x09: .primaryPerformerName
    case 0x0A: .accompanyingPerformerName
    case 0x0B: .recordingDate
    case 0x0C: .recordingLocation
    default: nil
    }
  }

  @_noLocks
  private static func performance(_ status: UInt8) -> FlexDataTextKind? {
    switch status {
    case 0x00: .unknownPerformance
    case 0x01: .lyrics
    case 0x02: .lyricsLanguage
    case 0x03: .ruby
    case 0x04: .rubyLanguage
    default: nil
    }
  }

  /// The bank in the high and the status in the low byte.
  var bankAndStatus: UInt32 {
    @_noLocks get {
      switch self {
      case .unknownMetadata: 0x0100
      case .projectName: 0x0101
      case .compositionName: 0x0102
      case .clipName: 0x0103
      case .copyrightNotice: 0x0104
      case .composerName: 0x0105
      case .lyricistName: 0x0106
      case .arrangerName: 0x0107
      case .publisherName: 0x0108
      case .primaryPerformerName: 0x0109
      case .accompanyingPerformerName: 0x010A
      case .recordingDate: 0x010B
      case .recordingLocation: 0x010C
      case .unknownPerformance: 0x0200
      case .lyrics: 0x0201
      case .lyricsLanguage: 0x0202
      case .ruby: 0x0203
      case .rubyLanguage: 0x0204
      }
    }
  }
}
