import Glibc

/// The faults of these components, named after the check that must find them.
///
/// Started as `anything-A05`, the components have the fault for A05; under other names they have
/// none.
enum Fault {
  static let name: String = {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last?.split(separator: "-").last.map(String.init) ?? ""
  }()

  static func `is`(_ id: String) -> Bool { name == id }

  /// Takes memory, touches it and forgets it.
  static func leak(_ byteCount: Int) {
    // mmap instead of malloc: the compiler removes allocations that are never read.
    _ = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | CInt(MAP_POPULATE), -1, 0)
  }

  /// Starts an empty program repeatedly, and waits for its end.
  static func startPrograms(_ count: Int) {
    for _ in 0..<count {
      var identifier: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
      guard unsafe posix_spawn(&identifier, "/bin/true", nil, nil, &arguments, nil) == 0 else {
        return
      }
      _ = waitpid(identifier, nil, 0)
    }
  }

  /// Divides repeatedly, each time the previous result.
  static func divide(_ count: Int) {
    let value = Divided()
    for _ in 0..<count { value.number = 3 / value.number }
    if value.number < 0 { _exit(1) }
  }

  private final class Divided { var number = 1.5 }

  /// Uses up processor time.
  static func spin(microseconds: UInt64) {
    var start = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    var now = start
    while UInt64(now.tv_sec - start.tv_sec) * 1_000_000
      + UInt64(bitPattern: Int64(now.tv_nsec - start.tv_nsec)) / 1000 < microseconds
      && now.tv_sec - start.tv_sec < 2
    {
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
      if now.tv_nsec < start.tv_nsec && now.tv_sec == start.tv_sec { return }
    }
  }
}
