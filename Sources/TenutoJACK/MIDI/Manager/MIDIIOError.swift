/// An error of a `MIDIManager`.
public enum MIDIIOError: Error, Sendable {
  /// The manager's state is inconsistent, which is a fault of the library.
  case internalInconsistency(String)
  /// An argument is malformed.
  case malformed(String)
  /// This system does not support it.
  case notSupported(String)
  /// The manager is not running, or a port could not be made or reached.
  case connectionError(String)
  /// Something could not be read.
  case readError(String)
  /// JACK refused the call.
  case jack(JACKError)
}

extension MIDIIOError: CustomStringConvertible {
  /// What failed and the remedy, in sentences.
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
