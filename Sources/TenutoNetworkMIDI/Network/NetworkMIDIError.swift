internal import Glibc

/// The reason why a network session failed.
public struct NetworkMIDIError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Sendable, Hashable {
    private enum Value { case port, interface, host, disabled, file }
    private let value: Value

    /// The session's ports are not available.
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

  /// The kind of failure.
  public let code: Code
  /// The system's error number; 0 for none.
  public let errorNumber: Int32
  /// A sentence: what failed, where, and how to fix it.
  public let description: String

  init(_ code: Code, _ description: String, errorNumber: Int32 = 0) {
    self.code = code
    self.errorNumber = errorNumber
    self.description = description
  }

  /// Returns the system's text for an error number.
  static func words(_ errorNumber: Int32) -> String {
    // Since glibc 2.32 each thread has its own buffer.
    unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? "error \(errorNumber)"
  }
}
