/// The reason and the place of a failure to read a Standard MIDI File.
///
/// Not errors: unknown chunks and metas, a header longer than six bytes, a track without its end of
/// track, and anything after the last promised track.
public struct MIDIFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code

  /// The offset in bytes from the start of the file.
  public let byteOffset: Int

  init(_ code: Code, at byteOffset: Int) {
    self.code = code
    self.byteOffset = byteOffset
  }

  /// One sentence for the user, with the byte offset.
  public var description: String {
    switch code.kind {
    case .notAMIDIFile: "The file does not start with a MIDI header (MThd at byte \(byteOffset))."
    case .truncated: "The file promises more data at byte \(byteOffset) than follows there."
    case .unsupportedFormat: "The file's format at byte \(byteOffset) is not 0, 1 or 2."
    case .invalidDivision: "The file's time division at byte \(byteOffset) is not a valid one."
    case .invalidVariableLength: "The number at byte \(byteOffset) is longer than four bytes."
    case .missingStatus: "The data at byte \(byteOffset) follows no status that it could belong to."
    case .unexpectedStatus: "The status at byte \(byteOffset) is not allowed in a track."
    case .invalidDataByte: "A status byte is at byte \(byteOffset), where data must be."
    case .tickOverflow: "The time at byte \(byteOffset) is later than a track can be long."
    case .missingTracks: "The file ends at byte \(byteOffset) before its last promised track."
    case .missingData: "The container ends at byte \(byteOffset) without its MIDI data."
    }
  }
}

extension MIDIFileError {
  /// The kinds of error; a struct, so that a code can be added later.
  public struct Code: Sendable, Hashable {
    enum Kind: Sendable {
      case notAMIDIFile, truncated, unsupportedFormat, invalidDivision, invalidVariableLength
      case missingStatus, unexpectedStatus, invalidDataByte, tickOverflow, missingTracks
      case missingData
    }

    let kind: Kind

    /// The file does not start with a header chunk of at least six bytes.
    public static var notAMIDIFile: Code { Code(kind: .notAMIDIFile) }

    /// A length goes beyond the end of its chunk or of the file.
    public static var truncated: Code { Code(kind: .truncated) }

    /// The format is not 0, 1 or 2.
    public static var unsupportedFormat: Code { Code(kind: .unsupportedFormat) }

    /// The division has no ticks, or a frame rate that is not 24, 25, 29 or 30.
    public static var invalidDivision: Code { Code(kind: .invalidDivision) }

    /// A variable-length quantity has more than four bytes.
    public static var invalidVariableLength: Code { Code(kind: .invalidVariableLength) }

    /// Data precedes the first channel status.
    public static var missingStatus: Code { Code(kind: .missingStatus) }

    /// A track has a system status other than F0, F7 and FF.
    public static var unexpectedStatus: Code { Code(kind: .unexpectedStatus) }

    /// A channel message has a data byte above 127.
    public static var invalidDataByte: Code { Code(kind: .invalidDataByte) }

    /// The delta times of a track add up to more than 32 bits.
    public static var tickOverflow: Code { Code(kind: .tickOverflow) }

    /// The file has fewer track chunks than its header declares.
    public static var missingTracks: Code { Code(kind: .missingTracks) }

    /// A RIFF container has no "data" chunk.
    public static var missingData: Code { Code(kind: .missingData) }
  }
}
