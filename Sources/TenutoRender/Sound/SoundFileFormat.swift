internal import CSndFile
public import TenutoSystem

/// A kind of sound file that can be written.
public enum SoundFileFormat: Sendable, Equatable, CaseIterable {
  /// WAV of 32-bit floating point; levels above 1 are kept.
  case wavFloat32
  /// WAV of 24-bit integers; levels above 1 are clipped.
  case wavInt24
  /// FLAC of 24-bit integers, without loss; levels above 1 are clipped.
  case flacInt24
  /// Ogg Vorbis of quality 0.6 (about 190 kbit/s in stereo), with loss.
  case oggVorbis

  /// Sample rates that files are written at, in Hz.
  public static let sampleRates = 8000...192_000

  /// The endings that name a format, as messages list them.
  public static let endings = [".wav", ".flac", ".ogg"]

  /// The format that a file's ending stands for, in any case of its letters.
  ///
  /// - Parameters:
  ///   - path: A file's name or path.
  ///   - isInt24: Whether `.wav` means 24-bit integers instead of 32-bit floating point.
  /// - Throws: `fileInvalid` for another ending.
  public init(path: String, isInt24: Bool = false) throws(HostError) {
    let name = FileCalls.lastName(of: path).lowercased()
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) }
    switch ending {
    case ".wav": self = isInt24 ? .wavInt24 : .wavFloat32
    case ".flac": self = .flacInt24
    case ".ogg": self = .oggVorbis
    default:
      throw HostError(
        .fileInvalid,
        """
        \(path) has no ending of a sound file that can be written; \
        end its name in \(Self.endings.joined(separator: ", ")).
        """)
    }
  }

  /// Audio channels that such a file can have.
  public var channelCounts: ClosedRange<Int> {
    switch self {
    case .wavFloat32, .wavInt24: 1...256
    case .flacInt24: 1...8
    case .oggVorbis: 1...64
    }
  }

  /// libsndfile's number of the format.
  ///
  /// WAV is begun as RF64, which is the same file with room for 64-bit lengths; it becomes an
  /// ordinary WAV at the end unless it has grown over 4 GiB.
  var libraryFormat: CInt {
    let number =
      switch self {
      case .wavFloat32: SF_FORMAT_RF64 | SF_FORMAT_FLOAT
      case .wavInt24: SF_FORMAT_RF64 | SF_FORMAT_PCM_24
      case .flacInt24: SF_FORMAT_FLAC | SF_FORMAT_PCM_24
      case .oggVorbis: SF_FORMAT_OGG | SF_FORMAT_VORBIS
      }
    return CInt(number)
  }

  /// Refuses what such a file cannot hold.
  func check(sampleRate: Int, channelCount: Int, path: String) throws(HostError) {
    guard Self.sampleRates.contains(sampleRate) else {
      let range = Self.sampleRates
      throw HostError(
        .formatOutOfRange,
        """
        \(path) cannot be written at \(sampleRate) Hz; choose a sample rate from \
        \(range.lowerBound) to \(range.upperBound) Hz.
        """)
    }
    guard channelCounts.contains(channelCount) else {
      throw HostError(
        .formatOutOfRange,
        """
        \(path) cannot have \(channelCount) channels; choose from \(channelCounts.lowerBound) to \
        \(channelCounts.upperBound) channels or another format.
        """)
    }
  }
}
