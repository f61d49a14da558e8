/// Why there is no session management.
public enum NSMError: Error, Sendable, Equatable {
  /// The environment has no `NSM_URL`, so the program is not managed.
  case notManaged
  /// The server's URL is not one of OSC over UDP.
  case addressInvalid(String)
  /// Sockets, descriptors or threads ran out.
  case outOfResources
  /// No server listens at the address, or it did not answer in time.
  case noAnswer
  /// The server refused this program.
  case refused(NSMFailure)
}

extension NSMError: CustomStringConvertible {
  /// One sentence: what failed and how to fix it.
  public var description: String {
    switch self {
    case .notManaged: "NSM_URL is not set; start the program from a session manager."
    case .addressInvalid(let url):
      "NSM_URL is '\(url)', which is no address of a session manager; unset it."
    case .outOfResources: "There are no sockets or threads left; end some programs and try again."
    case .noAnswer: "The session manager does not answer; start it again or unset NSM_URL."
    case .refused(let failure): "The session manager refuses: \(failure.message)"
    }
  }
}
