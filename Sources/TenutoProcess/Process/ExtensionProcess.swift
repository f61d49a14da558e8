internal import CTenuto
internal import Glibc
internal import Synchronization
package import TenutoComponents
public import TenutoSystem
package import TenutoTransport

/// The process of an extension: its sockets, its exit, and its last output.
public final class ExtensionProcess: Sendable {
  /// The file that it runs.
  public let executablePath: String
  package let eventSocket: Descriptor
  package let monitor: ProcessMonitor
  let channel: Mutex<ControlChannel>
  let listener = Mutex(Listener())

  /// The receiver of the extension's notices, and its violations so far.
  struct Listener: Sendable {
    var take: @Sendable (Notice) -> Void = { _ in }
    /// The source in `NoticeHub`.
    var key: UInt64?
    var isEnding = false
    var endReason: String?
    /// The maximum number of notices per tenth of a second.
    var budget = TurnBudget(limit: ExtensionProcess.windowNotices)
  }

  /// The sandbox layers that confine it, and those that are missing.
  public let sandbox: SandboxReport
  /// The most threads that it may have; nil for no limit, without a sandbox.
  package let threadLimit: UInt64?

  /// Starts `executablePath` as a separate process, with only `environment`.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.launchFailed` if the file cannot be run or a required layer of the sandbox is
  ///   missing, `.outOfResources`.
  public convenience init(
    executablePath: String, environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) throws(HostError) {
    try self.init(
      executablePath: executablePath, environment: environment, sandbox: sandbox, notes: [])
  }

  /// Starts it, with notes about its grants.
  init(
    executablePath: String, environment: [String], sandbox: SandboxPolicy, notes: [String]
  ) throws(HostError) {
    let control = try Self.makeSockets()
    let events = try Self.makeSockets()
    let pipe = try Self.makePipe()
    let reader = Descriptor(owning: pipe.reader)
    let order = LaunchOrder(
      path: executablePath, environment: environment, control: control.peer.number,
      events: events.peer.number, output: pipe.writer)
    defer { _ = close(pipe.writer) }
    let (started, found) = try Self.start(order, sandbox)
    var report = found
    report.notes = notes
    self.executablePath = executablePath
    self.sandbox = report
    threadLimit = sandbox.mode == .off ? nil : sandbox.limits.threads
    monitor = ProcessMonitor(started, output: reader)
    eventSocket = events.takeHost()
    channel = Mutex(ControlChannel(control.takeHost()))
    monitor.start()
  }

  deinit {
    stopListening()
    monitor.kill()
  }

  /// The layers of its sandbox that are in force.
  public var layers: SandboxLayers { sandbox.layers }

  /// The process id, as this process and tools such as `ps` see it.
  public var identifier: Int32 { monitor.identifier }

  /// The exit of the process; nil while it runs.
  public var exit: ProcessExit? { monitor.exit }

  /// The last `count` lines of its output, escaped for a terminal.
  public func lastLines(_ count: Int) -> [String] { monitor.lastLines(count) }

  /// The last bytes of its output, unchanged, 64 KiB at most.
  public var outputTail: [UInt8] { monitor.outputTail }

  private static func makeSockets() throws(HostError) -> SocketPair {
    do throws(SystemError) {
      return try SocketPair()
    } catch {
      throw HostError("No sockets for an extension", shortOf: error)
    }
  }

  private static func makePipe() throws(HostError) -> (reader: CInt, writer: CInt) {
    var reader: CInt = -1
    var writer: CInt = -1
    let error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else {
      throw HostError("No pipe for an extension", shortOf: SystemError("pipe", code: error))
    }
    return (reader, writer)
  }

  /// Spawns on the supervisor's thread, see `Supervisor`.
  private static func start(
    _ order: LaunchOrder, _ policy: SandboxPolicy
  ) throws(HostError) -> (StartedProcess, SandboxReport) {
    guard policy.mode == .off else { return try SandboxedLaunch.start(order, policy) }
    let (error, started) = Supervisor.shared.perform {
      var started = StartedProcess()
      let error = unsafe order.withLaunch {
        unsafe tenuto_spawn($0, &started.identifier, &started.handle)
      }
      started.child = started.identifier
      return (error, started)
    }
    guard error == 0 else {
      throw HostError(starting: order.path, because: SystemError("execve", code: error))
    }
    return (started, SandboxReport())
  }
}

extension ExtensionProcess {
  /// The host's id of the thread that the extension calls `number`, or nil.
  ///
  /// Thread: control. In a separate process namespace, an extension has other numbers.
  package func thread(named number: Int32) -> Int32? {
    guard number > 0 else { return nil }
    let folder = "/proc/\(identifier)/task"
    guard layers.contains(.processNamespace) else {
      return unsafe access("\(folder)/\(number)", F_OK) == 0 ? number : nil
    }
    let names = (try? FileCalls.names(in: folder)) ?? []
    return names.compactMap { Int32($0) }.first {
      Self.innerNumber(ofStatus: "\(folder)/\($0)/status") == number
    }
  }

  /// The last number of the line `NSpid` belongs to the innermost namespace.
  private static func innerNumber(ofStatus path: String) -> Int32? {
    guard let file = try? FileCalls.open(path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file.number, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) }
  }
}

extension ExtensionProcess {
  /// Sends descriptors without a request, to test an extension's handling of them.
  package func hand(_ descriptors: [CInt]) -> CInt {
    channel.withLock { channel in
      var byte: UInt8 = 0
      return unsafe tenuto_send_message(
        channel.descriptor, &byte, 1, descriptors, CInt(descriptors.count), 0)
    }
  }
}

extension ExtensionProcess {
  /// Starts a component's executable with the user's grants.
  package convenience init(
    _ component: Component, environment: [String], sandbox: SandboxPolicy
  ) throws(HostError) {
    var policy = sandbox
    policy.grants.libraryFolders = component.libraryFolders
    policy.grants = policy.grants.addingPackaged(of: component.needs)
    var notes: [String] = []
    let needs = component.needs.withoutPackaged
    if policy.mode != .off && !needs.isEmpty {
      if try GrantStore.standard?.covers(component) ?? false {
        policy.grants = policy.grants.adding(needs)
      } else {
        let needs = needs.phrases.joined(separator: ", ")
        notes.append(
          "'\(component.code)' asks to \(needs), which was not granted; "
            + "it starts without, and 'tenuto grant '\(component.code)'' grants it.")
      }
    }
    try self.init(
      executablePath: component.executablePath, environment: environment, sandbox: policy,
      notes: notes)
  }
}
