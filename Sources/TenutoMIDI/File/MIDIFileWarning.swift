/// What a Standard MIDI File has that its standard forbids, and that was read all the same.
///
/// A file has at most one of each code: the first one.
public struct MIDIFileWarning: Sendable, Hashable, CustomStringConvertible {
  /// What there is.
  public let code: Code

  /// Where, in bytes from the start of the file.
  public let byteOffset: Int

  init(_ code: Code, at byteOffset: Int) {
    self.code = code
    self.byteOffset = byteOffset
  }

  /// One sentence for a person, with the byte offset.
  public var description: String {
    switch code.kind {
    case .runningStatusAfterMeta:
      "The data at byte \(byteOffset) has no status after a meta event or SysEx; "
        + "it was read with the status before that."
    }
  }

  /// What can be forbidden and read; a struct, so that a code can be added later.
  public struct Code: Sendable, Hashable {
    enum Kind: Sendable {
      case runningStatusAfterMeta
    }

    let kind: Kind

    /// Running status goes on after a meta event or SysEx, which cancels it.
    public static var runningStatusAfterMeta: Code { Code(kind: .runningStatusAfterMeta) }
  }
}

extension [MIDIFileWarning] {
  /// Adds a warning, if there is one and none of its code yet.
  mutating func add(_ warning: MIDIFileWarning?) {
    guard let warning, !contains(where: { $0.code == warning.code }) else { return }
    append(warning)
  }
}
