internal import CSndFile
public import TenutoSystem

/// A sound file format for writing.
public enum SoundFileFormat: Sendable, Equatable, CaseIterable {
  /// WAV with 32-bit floating point; levels above 1 are kept.
  case wavFloat32
  /// WAV with 24-bit integers; levels above 1 are clipped.
  case wavInt24
  /// FLAC with 24-bit integers, lossless; levels above 1 are clipped.
  case flacInt24
  /// Ogg Vorbis with quality 0.6 (about 190 kbit/s in stereo), lossy.
  case oggVorbis

  /// The sample rates of written files, in Hz.
  public static let sampleRates = 8000...192_000

  /// The file extensions that select a format, as listed in messages.
  public static let endings = [".wav", ".flac", ".ogg"]

  /// Selects the format by a path's file extension, ignoring case.
  ///
  /// - Parameters:
  ///   - path: A file's name or path.
  ///   - isInt24: Whether `.wav` means 24-bit integers instead of 32-bit floating point.
  /// - Throws: `fileInvalid` for another file extension.
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
        \(path) has no known extension of a sound file; \
        end its name in \(Self.endings.joined(separator: ", ")).
        """)
    }
  }

  /// The audio channels that a file of this format can have.
  public var channelCounts: ClosedRange<Int> {
    switch self {
    case .wavFloat32, .wavInt24: 1...256
    case .flacInt24: 1...8
    case .oggVorbis: 1...64
    }
  }

  /// libsndfile's number for the format.
  ///
  /// A WAV file starts as RF64, the same format with room for 64-bit lengths, and becomes an
  /// ordinary WAV at the end unless it is larger than 4 GiB.
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

  /// Throws for a sample rate or channel count that a file of this format cannot have.
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
