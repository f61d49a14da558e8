/// Why a call to a `MIDIManager` did not do what it was asked to.
public enum MIDIIOError: Error, Sendable {
  /// The manager's own book-keeping does not fit: a fault of the library.
  case internalInconsistency(String)
  /// What was given is not well formed.
  case malformed(String)
  /// There is no such thing on this system.
  case notSupported(String)
  /// The manager does not run, or a port could not be made or reached.
  case connectionError(String)
  /// Something could not be read.
  case readError(String)
  /// JACK refused.
  case jack(JACKError)
}

extension MIDIIOError: CustomStringConvertible {
  /// What failed and what to do, in sentences.
  public var description: String {
    switch self {
    case .internalInconsistency(let text): "The MIDI manager contradicts itself: \(text)"
    case .malformed(let text), .notSupported(let text), .connectionError(let text),
      .readError(let text):
      text
    case .jack(let error): error.description
    }
  }

  static var notStarted: MIDIIOError {
    .connectionError("The MIDI manager does not run; call start() first.")
  }
}
