internal import Glibc

/// Why a network session cannot do what it was asked for.
public struct NetworkMIDIError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: Sendable, Hashable {
    private enum Value { case port, interface, host, disabled, file }
    private let value: Value

    /// The ports of the session cannot be had.
    public static let port = Code(value: .port)
    /// The network interface cannot be used.
    public static let interface = Code(value: .interface)
    /// The host has no address.
    public static let host = Code(value: .host)
    /// The session is not enabled.
    public static let disabled = Code(value: .disabled)
    /// The file of the contacts cannot be written.
    public static let file = Code(value: .file)
  }

  /// What kind of failure it is.
  public let code: Code
  /// The system's number of the error, 0 for none.
  public let errorNumber: Int32
  /// What, where, and what to do.
  public let description: String

  init(_ code: Code, _ description: String, errorNumber: Int32 = 0) {
    self.code = code
    self.errorNumber = errorNumber
    self.description = description
  }

  /// The system's words for an error number.
  static func words(_ errorNumber: Int32) -> String {
    // Of glibc 2.32 and later: each thread has a text of its own.
    unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? "error \(errorNumber)"
  }
}
