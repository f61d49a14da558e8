/// A violation of the standard that was tolerated in a Standard MIDI File.
///
/// A file has at most one warning of each code: the first.
public struct MIDIFileWarning: Sendable, Hashable, CustomStringConvertible {
  /// The kind of violation.
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
    case .runningStatusAfterMeta:
      "The data at byte \(byteOffset) has no status after a meta event or SysEx; "
        + "it was read with the status before that."
    }
  }

  /// The kinds of violation; a struct, so that a code can be added later.
  public struct Code: Sendable, Hashable {
    enum Kind: Sendable {
      case runningStatusAfterMeta
    }

    let kind: Kind

    /// Running status continues after a meta event or SysEx, which cancels it.
    public static var runningStatusAfterMeta: Code { Code(kind: .runningStatusAfterMeta) }
  }
}

extension [MIDIFileWarning] {
  /// Adds a warning, unless it is nil or its code is already present.
  mutating func add(_ warning: MIDIFileWarning?) {
    guard let warning, !contains(where: { $0.code == warning.code }) else { return }
    append(warning)
  }
}
