import Glibc
import Synchronization

/// A program with another library at the other end of the connection: a script in this folder.
final class Peer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let pid: pid_t
  private let input: Int32
  private let log: String
  private static let count = Atomic(0)

  /// Starts a script, and waits until it is ready.
  ///
  /// - Throws: A `Failure` that names the missing part.
  init(_ script: String, _ arguments: [String], file: String = #filePath) throws {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let number = Peer.count.add(1, ordering: .relaxed).newValue
    log = "/tmp/tenuto-test-\(getpid())-peer-\(number)"
    var pipes: [Int32] = [0, 0]
    unsafe socketpair(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pipes)
    input = pipes[1]
    pid = try Peer.spawn(
      [Peer.python, "/\(folder)/\(script)"] + arguments, input: pipes[0], log: log)
    Glibc.close(pipes[0])
    let isReady = eventually { lines.contains("ready") || hasExited }
    guard isReady, lines.contains("ready") else {
      defer { close() }
      throw Failure(
        description: "\(script) did not start; has .ci/peers been run?\n"
          + lines.joined(separator: "\n"))
    }
  }

  private static func spawn(_ arguments: [String], input: Int32, log: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    var pid: pid_t = 0
    let status = unsafe posix_spawnp(&pid, arguments[0], &actions, nil, &argv, environ)
    guard status == 0 else {
      throw Failure(description: "\(arguments[0]) cannot be run (\(status))")
    }
    return pid
  }

  private var hasExited: Bool {
    var information = unsafe siginfo_t()
    let status = unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe status != 0 || information.si_signo == SIGCHLD
  }

  /// Its output.
  var lines: [String] {
    let file = unsafe open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { Glibc.close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(file, &part, part.count)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    // The last line may be incomplete.
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
  }

  /// The words of the lines that begin with `word`.
  func words(_ word: String) -> [[String]] {
    lines.map { $0.split(separator: " ").map(String.init) }.filter { $0.first == word }
  }

  /// Closes its input, and kills it if necessary.
  func close() {
    Glibc.close(input)
    var status: Int32 = 0
    if !eventually({ hasExited }) { kill(pid, SIGKILL) }
    unsafe waitpid(pid, &status, 0)
    unsafe unlink(log)
  }

  /// The environment of `.ci/peers`, or else the system's.
  private static let python: String = {
    let own = checkout(of: #filePath) + "/.build-peers/bin/python3"
    return unsafe access(own, X_OK) == 0 ? own : "python3"
  }()

  private static func checkout(of file: String) -> String {
    "/" + file.split(separator: "/").dropLast(4).joined(separator: "/")
  }

  /// Whether the peers' tests can run; with CI set they always run, and fail if something is
  /// missing.
  static let isUsable: Bool = {
    let isInstalled = (try? JACKServer.run([python, "-c", "import jack, rtmidi"])) == 0
    let isCI = unsafe getenv("CI") != nil
    if isInstalled || isCI { return true }
    print("*** SKIPPED: no peer of the MIDI client (run .ci/peers)")
    return false
  }()
}
