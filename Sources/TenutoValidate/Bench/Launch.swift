internal import CTenuto
internal import CValidate
internal import Glibc
internal import TenutoTransport

/// Starts a program in a separate session that dies with the calling thread.
enum Launch {
  struct Started {
    let identifier: pid_t
    /// The process to wait for: the program, or the first process of its namespace.
    let child: pid_t
    /// A pidfd of `child`, owned by the caller.
    let handle: CInt
    /// Reports the program's exit if `child` is another process, otherwise -1; owned by the caller.
    var report: CInt = -1
    /// The program's output, non-blocking; owned by the caller.
    let output: CInt
  }

  static func start(
    _ path: String, arguments: [String], environment: [String] = [], control: CInt, events: CInt
  ) throws(SystemError) -> Started {
    var reader: CInt = -1
    var writer: CInt = -1
    var error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else { throw SystemError("pipe", code: error) }
    defer { _ = close(writer) }
    // Output is not read while a check waits for an answer, so the pipe needs room for it.
    validate_widen_pipe(writer)
    var identifier: pid_t = -1
    var handle: CInt = -1
    let variables = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"] + environment
    unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe path.withCString { path in
          var launch = unsafe tenuto_launch(
            path: path, arguments: arguments, environment: variables, control: control,
            events: events, output: writer, realtime_limit_us: 0)
          error = unsafe tenuto_spawn(&launch, &identifier, &handle)
        }
      }
    }
    guard error == 0 else {
      _ = close(reader)
      throw SystemError("execve", code: error)
    }
    return Started(
      identifier: identifier, child: identifier, handle: handle, output: reader)
  }

  /// Passes `texts` as a NULL-terminated array of C strings.
  private static func withCStrings(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Void
  ) {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    unsafe body(&pointers)
  }
}
