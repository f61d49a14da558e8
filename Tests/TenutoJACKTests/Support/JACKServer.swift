import Glibc
import Synchronization
import Testing

/// A private JACK server with the dummy driver and a unique name: jackd, or PipeWire if
/// `TENUTO_TEST_JACK` is `pipewire`.
///
///     let server = try JACKServer()
///     defer { server.stop() }
///     let client = try JACKClient(name: "one", serverName: server.name)
///
/// It ends only its own process. A killed test run leaves its server.
///
/// libjack serves one server per process at a time: put tests that use this into the serialized
/// suite `JACKTests` or `JACKEngineTests`, and close every client before the test ends.
final class JACKServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Running {
    var pid: pid_t = 0
    var sampleRate: Int?
    /// Whether JACK's registry has a slot of this server that only a server of the same name can
    /// free.
    var holdsSlot = false
    /// Shared-memory files of the last server, to remove after a kill.
    var files: Set<String> = []
  }

  private static let count = Atomic<Int>(0)
  private static let modules = [
    "TenutoJACKTests", "TenutoJACKEngineTests", "MIDIClientTests", "TenutoCoreMIDITests",
    "TenutoSessionTests", "CommandLineTests", "FaultMatrixTests",
  ]
  let name: String
  /// PipeWire in place of jackd, or nil.
  private let pipeWire: PipeWire?
  private let firstArguments: [String]
  private let running = Mutex(Running())
  private let deadline = TestDeadline()
  /// The last option that jackd reads applies.
  private var arguments: [String] {
    guard pipeWire == nil else { return firstArguments }
    return firstArguments + (running.withLock { $0.sampleRate }.map { ["-r", String($0)] } ?? [])
  }
  private var logPath: String { "/tmp/\(name).log" }

  /// Starts a server, and waits until it accepts clients.
  ///
  /// Without the permission for realtime priority the server runs without it. A synchronous jackd
  /// waits five seconds (ten of its timeouts) for late clients before it continues without them.
  /// It can have the name of an ended server, and be jackd or PipeWire whatever `TENUTO_TEST_JACK`
  /// says.
  init(
    frameCount: Int = 128, sampleRate: Int = 48000, isRealtime: Bool = true,
    isSynchronous: Bool = false, after former: JACKServer? = nil,
    pipeWire: PipeWire? = PipeWire.wanted
  ) throws {
    self.pipeWire = pipeWire
    name = former?.name ?? Self.newName
    if let pipeWire {
      firstArguments = try pipeWire.arguments(
        serverName: name, frameCount: frameCount, sampleRate: sampleRate)
    } else {
      let mode =
        (isRealtime && JACKServer.mayRunRealtime ? [] : ["-r"])
        + (isSynchronous ? ["-S", "-t", "500"] : [])
      firstArguments =
        ["jackd", "-n", name] + mode
        + ["-d", "dummy", "-r", String(sampleRate), "-p", String(frameCount)]
    }
    deadline.begin()
    try start()
  }

  /// Starts jackd by a user's command without the server's name, and waits until it accepts clients.
  init(command: [String]) throws {
    pipeWire = nil
    name = Self.newName
    firstArguments = ["env", "JACK_DEFAULT_SERVER=\(name)"] + command
    deadline.begin()
    try start()
  }

  deinit {
    stop()
    deadline.isOver.store(true, ordering: .relaxed)
  }

  /// Several test modules compile this file and may share the process; each has its own numbers.
  private static var newName: String {
    let number = JACKServer.count.add(1, ordering: .relaxed).newValue
    let module = #fileID.prefix { $0 != "/" }
    let first = 1000 * (JACKServer.modules.firstIndex(of: String(module)) ?? 0)
    return "tenuto-test-\(getpid())-\(first + number)"
  }

  /// The server's process, 0 if it is not running.
  var pid: pid_t { running.withLock { $0.pid } }

  /// Starts the server again under the same name, after `stop()` or `kill()`.
  ///
  /// - Parameter sampleRate: Another rate in Hz than before.
  /// - Throws: A `Failure` if it does not start.
  func restart(sampleRate: Int? = nil) throws {
    end(with: SIGTERM)
    removeLeftovers()
    running.withLock { $0.sampleRate = sampleRate ?? $0.sampleRate }
    if let sampleRate { try pipeWire?.setSampleRate(sampleRate, serverName: name) }
    try start()
  }

  /// Ends the server: SIGTERM, then SIGKILL, then its leftovers are removed.
  ///
  /// No effect if it ended.
  func stop() {
    end(with: SIGTERM)
    freeSlot()
    removeLeftovers()
    pipeWire?.remove(serverName: name)
    unsafe unlink(logPath)
  }

  /// Ends the server with SIGKILL, as a crash would; its leftovers stay.
  func kill() { end(with: SIGKILL) }

  /// Starts and ends a server of the same name if the last one was killed.
  ///
  /// JACK's registry has eight slots per machine. Only a server of the same name frees the slot of
  /// a killed server: after eight killed names, no jackd starts.
  private func freeSlot() {
    guard pipeWire == nil, running.withLock({ $0.holdsSlot }) else { return }
    let command = ["jackd", "-n", name, "-r", "-d", "dummy"]
    guard let pid = try? JACKServer.spawn(command, log: "/dev/null") else { return }
    _ = answers(pid)
    let isAlive = !JACKServer.hasExited(pid)
    running.withLock { running in
      running.pid = isAlive ? pid : 0
      running.holdsSlot = false
      running.files.formUnion(JACKServer.sharedMemory(of: pid))
    }
    end(with: SIGTERM)
  }

  /// Removes this server's files in /dev/shm, and only those.
  func removeLeftovers() {
    let files = running.withLock { running in
      defer { running.files = [] }
      return running.files
    }
    for file in files { unsafe unlink(file) }
    for file in JACKServer.entries(of: "/dev/shm") {
      let isOwn =
        file.hasPrefix("jack_\(name)_\(getuid())_")
        || file.hasPrefix("jack_sem.\(getuid())_\(name)_")
      if isOwn { unsafe unlink("/dev/shm/\(file)") }
    }
  }

  private func start() throws {
    let pid = try JACKServer.spawn(arguments, log: logPath)
    running.withLock { $0.pid = pid }
    guard answers(pid) else {
      let log = JACKServer.text(ofFile: logPath)
      giveUp(pid)
      throw Failure(
        description: "jackd did not start: \(arguments.joined(separator: " "))\n\(log)")
    }
    running.withLock { running in
      running.holdsSlot = false
      running.files = JACKServer.sharedMemory(of: pid)
    }
  }

  /// Waits until the server accepts clients; returns false if it ends, or gives no answer three
  /// times.
  ///
  /// Another process asks, because this one may have clients of an ended server.
  private func answers(_ pid: pid_t) -> Bool {
    var (isUp, silences) = (false, 0)
    _ = eventually {
      guard silences < 3, !JACKServer.hasExited(pid) else { return true }
      let began = ContinuousClock.now
      let library = pipeWire == nil ? [] : ["env", "LD_LIBRARY_PATH=\(PipeWire.libraryFolder)"]
      isUp = (try? JACKServer.run(library + ["jack_lsp", "-s", name])) == 0
      if began.duration(to: .now) > .seconds(3) { silences += 1 }
      return isUp
    }
    return isUp
  }

  /// Ends an unresponsive server.
  private func giveUp(_ pid: pid_t) {
    if JACKServer.hasExited(pid) {
      running.withLock { $0.pid = 0 }
    } else {
      end(with: SIGKILL)
      JACKServer.removeProperties()
    }
    stop()
  }

  private func end(with signal: Int32) {
    let pid = running.withLock { running in
      defer { running.pid = 0 }
      return running.pid
    }
    guard pid > 0 else { return }
    Glibc.kill(pid, signal)
    if signal == SIGKILL { running.withLock { $0.holdsSlot = true } }
    guard !eventually({ JACKServer.hasExited(pid) }) else { return }
    running.withLock { $0.holdsSlot = true }
    Glibc.kill(pid, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(pid, &status, 0)
    if pipeWire == nil { JACKServer.removeProperties() }
  }

  /// Removes JACK's database of properties, which all servers of a user share.
  ///
  /// It locks up forever if a process is killed in it, or if two servers remove properties at once.
  private static func removeProperties() {
    let folder = "/dev/shm/jack_db-\(getuid())"
    for file in entries(of: folder) { unsafe unlink("\(folder)/\(file)") }
    unsafe rmdir(folder)
  }
}

// MARK: - The machine

extension JACKServer {
  /// Whether the tests of this suite can run; prints a message if not.
  ///
  /// With CI set they always run.
  static let isUsable: Bool = {
    let program = PipeWire.wanted == nil ? "jackd" : "pipewire"
    let isInstalled = (try? run([program, "--version"])) == 0
    let isCI = unsafe getenv("CI") != nil
    if isInstalled || isCI { return true }
    print(
      "*** SKIPPED: \(program) is not installed, NOTHING of TenutoJACK is tested "
        + "(Debian: jackd2, pipewire-jack)")
    return false
  }()

  /// Whether a thread of this process may have the priority that jackd requests.
  static let mayRunRealtime: Bool = {
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        var parameters = sched_param(sched_priority: 10)
        let status = unsafe pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
        return unsafe UnsafeMutableRawPointer(bitPattern: Int(status))
      }, nil)
    guard status == 0 else { return false }
    var result: UnsafeMutableRawPointer?
    unsafe pthread_join(thread, &result)
    return unsafe result == nil
  }()
}

// MARK: - Processes

extension JACKServer {
  /// Runs a program without its output; returns its exit status.
  static func run(_ arguments: [String]) throws -> Int32 {
    statusAtEnd(of: try spawn(arguments, log: "/dev/null"))
  }

  /// Runs a program; returns its output.
  static func output(of arguments: [String]) throws -> String {
    let path = "/tmp/tenuto-test-\(getpid())-output"
    defer { unsafe unlink(path) }
    _ = statusAtEnd(of: try spawn(arguments, log: path))
    return text(ofFile: path)
  }

  /// Waits for the end of a child, and kills it after ten seconds: libjack may wait forever for a
  /// server that starts or ends.
  private static func statusAtEnd(of pid: pid_t) -> Int32 {
    var status: Int32 = 0
    if eventually({ unsafe waitpid(pid, &status, WNOHANG) != 0 }) { return status }
    Glibc.kill(pid, SIGKILL)
    unsafe waitpid(pid, &status, 0)
    return status
  }

  /// Whether a child has ended; reaps it.
  ///
  /// An unreaped server counts as alive: jackd refuses its name. Also true for one that was reaped
  /// before.
  fileprivate static func hasExited(_ pid: pid_t) -> Bool {
    var status: Int32 = 0
    return unsafe waitpid(pid, &status, WNOHANG) != 0
  }

  fileprivate static func spawn(_ arguments: [String], log: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    var pid: pid_t = 0
    let status = unsafe posix_spawnp(&pid, arguments[0], &actions, nil, &argv, environ)
    guard status == 0 else {
      throw Failure(description: "\(arguments[0]) cannot be run (errno \(status))")
    }
    return pid
  }

  /// The JACK shared-memory files that a process has mapped, which are only its server's.
  fileprivate static func sharedMemory(of pid: pid_t) -> Set<String> {
    let paths = text(ofFile: "/proc/\(pid)/maps").split(separator: "\n").compactMap { line in
      line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(5).first
    }
    return Set(paths.filter { $0.hasPrefix("/dev/shm/jack-\(getuid())-") }.map(String.init))
  }

  static func entries(of path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }

  private static func text(ofFile path: String) -> String {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(file, &part, part.count)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Ends the run, with the threads' backtraces, if a test has its server for five minutes: some
/// libjack calls wait for a server without a timeout, and nothing else ends them.
private final class TestDeadline: Sendable {
  let isOver = Atomic(false)
  /// About ten times the duration of the longest test.
  private static let seconds = 300

  /// Starts the timeout.
  func begin() {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<TestDeadline>.fromOpaque(context).takeRetainedValue().watch()
        return nil
      }, context)
    precondition(status == 0, "no thread for a test's deadline")
    pthread_detach(thread)
  }

  private func watch() {
    for _ in 0..<20 * Self.seconds {
      if isOver.load(ordering: .relaxed) { return }
      usleep(50_000)
    }
    fatalError("a test has its JACK server for \(Self.seconds) s; something waits without end")
  }
}

/// Waits until `condition` holds, at most about ten seconds; returns whether it does.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<2000 {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
