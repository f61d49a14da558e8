import FoundationEssentials
import Glibc
import Synchronization
import TenutoRender
import TenutoSystem

/// Runs other programs to their end: compilers, Graphviz, and this program for the jobs of a list.
enum ToolProcess {
  /// The output of a tool, and whether it succeeded.
  struct Outcome: Sendable {
    let isSuccess: Bool
    /// Standard output.
    let output: String
    /// Standard error.
    let complaints: String

    /// Whether a compiler reported an error.
    var namesErrors: Bool { (output + complaints).contains("error:") }

    /// The error messages, without progress output.
    var errors: String {
      let lines = (output + complaints).split(separator: "\n")
      // The compiler repeats each error below the source line.
      let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
      return (errors.isEmpty ? lines.suffix(20) : errors.prefix(20)).joined(separator: "\n")
    }
  }

  /// Passes the outcome from the thread that waits for the tool.
  private final class Handover: Sendable {
    let outcome = Mutex<Result<Outcome, Failure>>(.failure(.work("The tool was not started.")))
    let end = Signal()
  }

  /// Runs `arguments` in `folder` and waits for the end.
  ///
  /// - Parameters:
  ///   - arguments: The tool, searched for as by a shell, and its arguments.
  ///   - folder: The working folder.
  ///   - isBackground: Whether the tool must not disturb playing hosts.
  /// - Returns: The outcome.
  /// - Throws: An error if a tool cannot be started.
  static func run(
    _ arguments: [String], in folder: String, isBackground: Bool = false
  ) throws(Failure) -> Outcome {
    // A process inherits cores and priority from the thread that starts it, so a new thread does.
    let handover = Handover()
    DetachedThread.startOrTrap {
      if isBackground { CorePlacer.leaveCoresToSound() }
      let result = Result { () throws(Failure) in try finish(arguments, in: folder) }
      handover.outcome.withLock { $0 = result }
      handover.end.send()
    }
    handover.end.wait()
    return try handover.outcome.withLock { $0 }.get()
  }

  private static func finish(
    _ arguments: [String], in folder: String
  ) throws(Failure) -> Outcome {
    let output = try PrintedText()
    let complaints = try PrintedText()
    let identifier = try start(arguments, in: folder, output, complaints)
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return Outcome(isSuccess: status == 0, output: output.read(), complaints: complaints.read())
  }

  private static func start(
    _ arguments: [String], in folder: String, _ output: borrowing PrintedText,
    _ complaints: borrowing PrintedText
  ) throws(Failure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.file, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, complaints.file, 2)
    // Swift does not import the function that sets a new process's folder.
    var words = unsafe (["env", "-C", folder] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(&identifier, "env", &actions, nil, &words, environ)
    guard code == 0 else {
      throw .work(
        "Cannot run '\(arguments.joined(separator: " "))': "
          + "\(unsafe String(cString: strerror(code))); is it installed?")
    }
    return identifier
  }
}

/// The output of a process, in an unnamed file.
private struct PrintedText: ~Copyable {
  let file: CInt

  /// Maximum number of bytes that are kept.
  private static var limit: Int { 1 << 20 }

  init() throws(Failure) {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/tenuto-tool-\(UInt64.random(in: .min ... .max))"
    file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw .work("The disk of \(folder) is full; free some space for the output of tools.")
    }
    _ = unsafe unlink(path)
  }

  deinit { close(file) }

  /// Returns the output, or its beginning.
  func read() -> String {
    let count = max(0, min(Int(lseek(file, 0, SEEK_END)), Self.limit))
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      size = unsafe max(0, pread(file, buffer.baseAddress, count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
