import FoundationEssentials
import Glibc
import TenutoSystem

/// gdb, attached to an extension before its first cycle.
///
/// It attaches instead of starting the extension, so that the host starts the process with its
/// sockets, and the debugger owns the terminal.
struct DebuggerProcess {
  private let identifier: pid_t

  /// Starts gdb and returns when it has attached to the extension.
  ///
  /// - Parameters:
  ///   - extensionIdentifier: The extension's process.
  ///   - commands: Commands after the extension has stopped or ended; without any, gdb is
  ///     interactive.
  /// - Throws: `.launchFailed` if gdb is not installed or may not attach.
  init(extensionIdentifier: pid_t, commands: [String]) throws(HostError) {
    identifier = try Self.spawn(Self.arguments(extensionIdentifier, commands))
    try waitUntilAttached(extensionIdentifier)
    // Ctrl-C is meant for the debugged process.
    _ = signal(SIGINT, SIG_IGN)
  }

  private static func arguments(_ extensionIdentifier: pid_t, _ commands: [String]) -> [String] {
    let attach = ["gdb", "-q", "-p", "\(extensionIdentifier)"]
    guard !commands.isEmpty else { return attach }
    return attach + ["-batch"] + (["continue"] + commands).flatMap { ["-ex", $0] }
  }

  private static func spawn(_ arguments: [String]) throws(HostError) -> pid_t {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    var attributes = posix_spawnattr_t()
    _ = unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    // The parent may have blocked signals, and gdb needs SIGCHLD.
    var none = sigset_t()
    _ = unsafe sigemptyset(&none)
    _ = unsafe posix_spawnattr_setsigmask(&attributes, &none)
    _ = unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let error = unsafe posix_spawnp(&identifier, "gdb", nil, &attributes, &words, environ)
    guard error == 0 else {
      let reason = unsafe String(cString: strerror(error))
      throw HostError(.launchFailed, "gdb cannot be started: \(reason); install gdb.")
    }
    return identifier
  }

  /// Waits until the extension is traced, or gdb has ended.
  private func waitUntilAttached(_ extensionIdentifier: pid_t) throws(HostError) {
    while !Self.isTraced(extensionIdentifier) {
      var status: CInt = 0
      guard unsafe waitpid(identifier, &status, WNOHANG) == 0 else {
        throw HostError(
          .launchFailed,
          "gdb could not attach to the extension; allow it with 'sysctl kernel.yama.ptrace_scope=0'."
        )
      }
      usleep(10_000)
    }
  }

  /// Returns whether all of its threads are traced: an untraced one would start with the first
  /// cycle.
  private static func isTraced(_ identifier: pid_t) -> Bool {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        let text = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
        return text?.contains("(tracing stop)") ?? false
      }
  }

  /// Waits until gdb has ended.
  func wait() {
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) == -1 && errno == EINTR {}
  }
}
