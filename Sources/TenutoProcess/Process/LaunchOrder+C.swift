internal import CTenuto
internal import Glibc

extension LaunchOrder {
  /// RLIMIT_RTTIME of an extension without a sandbox, in µs.
  private static let realtimeLimit: UInt64 = 200_000

  /// Passes the order to C.
  func withLaunch(_ body: (UnsafePointer<tenuto_launch>) -> CInt) -> CInt {
    let variables = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"] + environment
    return unsafe withCStrings([path]) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe path.withCString { path in
          var launch = unsafe tenuto_launch(
            path: path, arguments: arguments, environment: variables, control: control,
            events: events, output: output, realtime_limit_us: Self.realtimeLimit)
          return unsafe body(&launch)
        }
      }
    }
  }
}

/// Passes `texts` as a NULL-terminated array of C strings.
private func withCStrings(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
) -> CInt {
  var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(&pointers)
}
