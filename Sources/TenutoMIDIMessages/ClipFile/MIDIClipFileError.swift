/// The reason why a MIDI Clip File could not be read, with the position.
///
/// Some are errors only to a strict reader: see `MIDIClipFile.init(parsing:strictly:)`.
public struct MIDIClipFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code

  /// The position, in bytes from the start of the file.
  public let byteOffset: Int

  init(_ code: Code, at byteOffset: Int) {
    self.code = code
    self.byteOffset = byteOffset
  }

  /// One sentence for a person, with the byte offset.
  public var description: String {
    switch code.kind {
    case .notAClipFile: "The file does not start with SMF2CLIP, at byte \(byteOffset)."
    case .truncated: "The file ends inside the message at byte \(byteOffset)."
    case .missingDivision: "No ticks of a quarter note are given before byte \(byteOffset)."
    case .invalidDivision: "The ticks of a quarter note at byte \(byteOffset) are 0."
    case .missingStart: "The file ends at byte \(byteOffset) before its clip has started."
    case .tickOverflow: "The time at byte \(byteOffset) is later than a clip can be long."
    case .missingClockstamp: "The message at byte \(byteOffset) has no time before it."
    case .unexpectedMessage: "The message at byte \(byteOffset) is not allowed there."
    case .missingEnd: "The file ends at byte \(byteOffset) without the end of its clip."
    case .trailingData: "The file continues at byte \(byteOffset), after the end of its clip."
    }
  }
}

extension MIDIClipFileError {
  /// The kinds of errors; a struct, so that codes can be added later.
  public struct Code: Sendable, Hashable {
    enum Kind: Sendable {
      case notAClipFile, truncated, missingDivision, invalidDivision, missingStart, tickOverflow
      case missingClockstamp, unexpectedMessage, missingEnd, trailingData
    }

    let kind: Kind

    /// The file does not start with the letters SMF2CLIP.
    public static var notAClipFile: Code { Code(kind: .notAClipFile) }

    /// The file ends inside a message.
    public static var truncated: Code { Code(kind: .truncated) }

    /// The clip starts, or the file ends, before the ticks of a quarter note are given.
    public static var missingDivision: Code { Code(kind: .missingDivision) }

    /// The ticks of a quarter note are 0.
    public static var invalidDivision: Code { Code(kind: .invalidDivision) }

    /// The file ends without a start of clip.
    public static var missingStart: Code { Code(kind: .missingStart) }

    /// The clockstamps add up to more than 32 bits.
    public static var tickOverflow: Code { Code(kind: .tickOverflow) }

    /// Strict: a message lacks the required clockstamp directly before it.
    public static var missingClockstamp: Code { Code(kind: .missingClockstamp) }

    /// Strict: an event between the first clockstamp and the ticks of a quarter note, a second one
    /// of those or of the start of clip, or an end before the start.
    public static var unexpectedMessage: Code { Code(kind: .unexpectedMessage) }

    /// Strict: the file ends without an end of clip.
    public static var missingEnd: Code { Code(kind: .missingEnd) }

    /// Strict: bytes follow the end of clip.
    public static var trailingData: Code { Code(kind: .trailingData) }
  }
}
