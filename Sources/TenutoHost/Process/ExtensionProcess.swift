internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// One extension's process: its sockets, its end, and the last that it printed.
public final class ExtensionProcess: Sendable {
  /// The file that it runs.
  public let executablePath: String
  let eventSocket: Descriptor
  let monitor: ProcessMonitor
  let channel: Mutex<ControlChannel>
  let listener = Mutex(Listener())

  /// Who hears what the extension says unasked, and what is known against it.
  struct Listener: Sendable {
    var take: @Sendable (Notice) -> Void = { _ in }
    /// The source in `NoticeHub`.
    var key: UInt64?
    var isEnding = false
    var verdict: String?
  }

  /// Realtime CPU time without a system call after which the kernel ends an extension, in µs.
  private static let realtimeLimit: UInt64 = 200_000

  /// Starts `executablePath` in a process of its own, with nothing but `environment`.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.launchFailed` where the file cannot be run, `.outOfResources`.
  public init(executablePath: String, environment: [String] = []) throws(HostError) {
    let control = try Self.makeSockets()
    let events = try Self.makeSockets()
    let pipe = try Self.makePipe()
    let started = Self.spawn(
      executablePath, environment, control: control.peer.number, events: events.peer.number,
      output: pipe.writer)
    _ = close(pipe.writer)
    let reader = Descriptor(owning: pipe.reader)
    guard started.error == 0 else {
      let reason = SystemError("execve", code: started.error)
      throw HostError(.launchFailed, "Cannot start '\(executablePath)': \(reason)")
    }
    self.executablePath = executablePath
    monitor = ProcessMonitor(
      identifier: started.identifier, handle: Descriptor(owning: started.handle), output: reader)
    eventSocket = events.takeHost()
    channel = Mutex(ControlChannel(control.takeHost()))
    monitor.start()
  }

  deinit {
    stopListening()
    monitor.kill()
  }

  /// The process id.
  public var identifier: Int32 { monitor.identifier }

  /// How it ended, nil while it runs.
  public var exit: ProcessExit? { monitor.exit }

  /// The last `count` lines that it printed, made printable.
  public func lastLines(_ count: Int) -> [String] { monitor.lastLines(count) }

  private static func makeSockets() throws(HostError) -> SocketPair {
    do throws(SystemError) {
      return try SocketPair()
    } catch {
      throw HostError(.outOfResources, "No sockets for an extension: \(error)")
    }
  }

  private static func makePipe() throws(HostError) -> (reader: CInt, writer: CInt) {
    var reader: CInt = -1
    var writer: CInt = -1
    let error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else {
      let reason = SystemError("pipe", code: error)
      throw HostError(.outOfResources, "No pipe for an extension: \(reason)")
    }
    return (reader, writer)
  }

  private struct Started: Sendable {
    var error: CInt = 0
    var identifier: pid_t = -1
    var handle: CInt = -1
  }

  /// Spawns on the supervisor's thread, see `Supervisor`.
  private static func spawn(
    _ path: String, _ environment: [String], control: CInt, events: CInt, output: CInt
  ) -> Started {
    Supervisor.shared.perform {
      var started = Started()
      let base = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
      unsafe withCStrings([path]) { arguments in
        unsafe withCStrings(base + environment) { variables in
          unsafe path.withCString { path in
            var launch = unsafe tenuto_launch(
              path: path, arguments: arguments, environment: variables, control: control,
              events: events, output: output, realtime_limit_us: realtimeLimit)
            started.error = unsafe tenuto_spawn(&launch, &started.identifier, &started.handle)
          }
        }
      }
      return started
    }
  }
}

/// Lends `texts` as a NULL-terminated array of C strings.
private func withCStrings(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Void
) {
  var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  unsafe body(&pointers)
}
