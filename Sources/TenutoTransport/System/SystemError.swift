internal import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, such as `"shm_open"`.
  public let call: String
  /// The error number.
  ///
  /// The corresponding C value is `errno`.
  public let code: CInt

  /// Creates an error from the call's name and its error number.
  public init(_ call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// A sentence such as `"shm_open: Permission denied"`.
  public var description: String { "\(call): \(unsafe String(cString: strerror(code)))" }
}

extension SystemError {
  /// Returns the result of `body`, or throws its error on -1; repeats it on EINTR.
  package static func check(
    _ call: String, _ body: () -> CInt
  ) throws(SystemError) -> CInt {
    while true {
      let result = body()
      if result != -1 { return result }
      let code = errno
      if code != EINTR { throw SystemError(call, code: code) }
    }
  }
}
