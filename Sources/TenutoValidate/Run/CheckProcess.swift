internal import CTenuto
internal import CValidate
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// A check in a separate process, which is ended with all its child processes.
struct CheckProcess {
  /// The program that runs a check when called with `arguments`.
  let programPath: String
  let check: Check
  let target: ValidationTarget
  let seed: UInt64
  let budget: Double

  /// The command-line arguments for one check; its result goes to descriptor 3.
  private var arguments: [String] {
    [
      programPath, "validate-check", check.id, "--executable", target.executablePath, "--code",
      "\(target.code)", "--seed", "\(seed)", "--budget", "\(budget)",
    ] + (target.bundlePath.map { ["--bundle", $0] } ?? [])
  }

  /// Seconds after which the check's process is ended.
  private var limit: Double { check.limit + (check.level == .fuzz ? budget : 0) }

  /// Runs the check and waits for its end, and for that of its child processes.
  ///
  /// Thread: control, a thread that lives until the end.
  func run() -> CheckResult {
    let start = MonotonicTime.now.nanoseconds
    var outcome: Outcome
    do throws(SystemError) {
      outcome = try perform()
    } catch {
      outcome = .skipped("the check's process could not be started: \(error)")
    }
    let remains = Orphans.end()
    if !remains.isEmpty && !outcome.isFault {
      outcome = .failed("it left \(remains.count) processes, which were ended")
    }
    let seconds = Double(MonotonicTime.now.nanoseconds - start) / 1e9
    var result = CheckResult(id: check.id, outcome: outcome, seconds: seconds)
    result.remains = remains
    result.isProvenClean = Orphans.found.isEmpty
    return result
  }

  private func perform() throws(SystemError) -> Outcome {
    var reader: CInt = -1
    var writer: CInt = -1
    let error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else { throw SystemError("pipe", code: error) }
    let results = Descriptor(owning: reader)
    let process = try Self.start(programPath, arguments, writer)
    defer { RunningChecks.remove(process.identifier) }
    let output = Descriptor(owning: process.output)
    let handle = Descriptor(owning: process.handle)
    var said: [UInt8] = []
    var report: [UInt8] = []
    let deadline = MonotonicTime.after(milliseconds: UInt64(limit * 1000))
    while !Self.hasEnded(handle.number, milliseconds: 20) {
      Self.drain(output.number, into: &said)
      Self.drain(results.number, into: &report)
      guard MonotonicTime.now < deadline else {
        _ = tenuto_kill(handle.number)
        _ = waitpid(process.identifier, nil, 0)
        return .hung("the check did not finish within \(Int(limit)) s and was ended")
      }
    }
    var status: CInt = 0
    _ = unsafe waitpid(process.identifier, &status, 0)
    Self.drain(output.number, into: &said)
    Self.drain(results.number, into: &report)
    if let outcome = Outcome(message: report) { return outcome }
    let words = String(decoding: said.suffix(300), as: UTF8.self)
    return .crashed("the check's own process \(TestedExtensionEnd(status: status)): \(words)")
  }

  /// Starts the process with the writing end of the pipe as its descriptor 3.
  private static func start(
    _ path: String, _ arguments: [String], _ writer: CInt
  ) throws(SystemError) -> Launch.Started {
    let null = Descriptor(owning: unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
    defer { _ = close(writer) }
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    return try RunningChecks.start {
      () throws(SystemError) in
      try Launch.start(
        path, arguments: arguments, environment: variables, control: writer, events: null.number)
    }
  }

  private static func hasEnded(_ handle: CInt, milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) == 1
  }

  private static func drain(_ descriptor: CInt, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0, bytes.count < 1 << 20 else { return }
      bytes += buffer.prefix(count)
    }
  }
}

/// The processes of running checks, which are not orphans.
enum RunningChecks {
  private static let identifiers = Mutex<Set<Int32>>([])

  /// Starts a process while no other thread searches for orphans.
  static func start(
    _ body: () throws(SystemError) -> Launch.Started
  ) throws(SystemError) -> Launch.Started {
    let result = identifiers.withLock { all in
      Result { () throws(SystemError) in
        let started = try body()
        all.insert(started.identifier)
        return started
      }
    }
    return try result.get()
  }

  static func remove(_ identifier: Int32) {
    _ = identifiers.withLock { $0.remove(identifier) }
  }

  /// Children of this process that do not belong to a check.
  static var others: [Int32] {
    identifiers.withLock { all in
      ProcessView.children(of: getpid()).filter { !all.contains($0) }
    }
  }
}

/// Processes left by checks: this process becomes their parent, as the nearest living ancestor that
/// collects orphans.
enum Orphans {
  static var found: [Int32] { RunningChecks.others }

  /// Ends all orphans and waits for them; returns those that were still running.
  static func end() -> [Int32] {
    var ended: [Int32] = []
    for _ in 0..<200 {
      let all = found
      if all.isEmpty { break }
      for identifier in all where waitpid(identifier, nil, WNOHANG) == 0 {
        // The kernel kills an extension whose check has ended: give it time for that.
        if isDying(identifier) { continue }
        kill(identifier, SIGKILL)
        ended.append(identifier)
        _ = waitpid(identifier, nil, 0)
      }
      usleep(1000)
    }
    return ended
  }

  private static func isDying(_ identifier: Int32) -> Bool {
    for _ in 0..<50 {
      if waitpid(identifier, nil, WNOHANG) != 0 { return true }
      usleep(1000)
    }
    return false
  }
}
