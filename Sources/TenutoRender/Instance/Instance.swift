package import Synchronization
public import TenutoComponents
public import TenutoCore
public import TenutoProcess
public import TenutoSystem
package import TenutoTransport

/// A running component in a separate process.
///
/// The order of calls is that of Audio Unit: `instantiate`, `setLayout`, `allocate` (by an engine),
/// events and parameters, `deallocate`, `terminate`. After the process has ended, every call that
/// needs it throws `.extensionDied`.
///
/// Thread: any but render. Calls of several threads wait for each other.
///
/// The corresponding Audio Unit type is `AUAudioUnit`, instantiated out of process.
public final class Instance: Sendable {
  /// The running extension's own description.
  public let description: ComponentDescription
  /// Its process.
  public let process: ExtensionProcess
  /// Its observers, and the host's values of its parameters.
  package let center: EventCenter
  /// The results of `setLayout` and `allocate`.
  package let setup: Mutex<Setup>
  /// Held during requests that belong together.
  private let turn = Mutex(())

  package struct Setup: Sendable {
    var layout: BusLayout
    var isAllocated = false
    /// Whether its render thread has ended at the host's request.
    var hasEndedRendering = false
    var latency = 0
    var tail = 0.0
    var recordsFlight = false
    var flightLog: FlightLog?
    /// The id of its render thread, by the extension's own claim.
    package var renderThread: Int32 = 0
    /// Whether its render thread starts below the priority of all others at the next `allocate`.
    var isOnTrial = false
    /// Whether its cycles are to be logged, and the log.
    var keepsCycles = false
    var cycleLog: CycleLogBox?
    /// Size of the log in bytes; nil for the usual one.
    var cycleLogBytes: Int?
    /// The takeover by its shadow; nil if there was none.
    var takeover: Takeover?
    /// The format of the last `allocate`.
    package var format: RenderFormat?
    /// Whether it has refused to follow another instance.
    var refusesLinks = false
    /// The memory shared with the host, as long as it is rendered.
    package weak var memory: InstanceMemory?
  }

  /// Starts the executable of an installed component.
  ///
  /// Access that its manifest requests and the user has granted is added to `sandbox`; access that
  /// is not granted is listed in `process.sandbox.notes`.
  ///
  /// Thread: control; `instantiate` does not block its caller.
  ///
  /// - Throws: `.launchFailed`, `.extensionDied` (with its signal and its last lines),
  ///   `.extensionTimedOut`, `.protocolViolation`, `.refused`.
  public convenience init(
    _ component: Component, environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) throws(HostError) {
    let process = try ExtensionProcess(component, environment: environment, sandbox: sandbox)
    try self.init(process, code: component.code)
  }

  /// Starts an executable and instantiates the component `code`.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `init(_:environment:sandbox:)`.
  public convenience init(
    executablePath: String, code: ComponentCode, environment: [String] = [],
    sandbox: SandboxPolicy = .standard
  ) throws(HostError) {
    let process = try ExtensionProcess(
      executablePath: executablePath, environment: environment, sandbox: sandbox)
    try self.init(process, code: code)
  }

  /// Instantiates the component `code` in a running process.
  init(_ process: ExtensionProcess, code: ComponentCode) throws(HostError) {
    let conversation = Conversation(process, name: "'\(code)' (\(process.executablePath))")
    let own = try conversation.description(of: code)
    let center = EventCenter(own)
    self.process = process
    description = own
    self.center = center
    setup = Mutex(Setup(layout: own.defaultLayout))
    // Before the component is made, since it may send notices at once.
    process.listen { [weak self] notice in
      self?.note(notice)
      center.take(InstanceEvent(notice))
    }
    process.monitor.whenEnded { [weak process] exit in
      process?.takeLastNotices()
      center.end(exit)
    }
    try conversation.ask(InstantiateRequest(code: code))
    process.listenAgain()
  }

  /// Starts an executable in a separate process and returns its components.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `init(_:environment:sandbox:)`.
  public static func describe(
    executablePath: String, sandbox: SandboxPolicy = .standard
  ) throws(HostError) -> [ComponentDescription] {
    let process = try ExtensionProcess(executablePath: executablePath, sandbox: sandbox)
    do throws(HostError) {
      let all = try Conversation(process, name: "'\(executablePath)'").descriptions()
      process.terminate()
      return all
    } catch {
      // A program of another kind: its output is about something else.
      guard error.code == .extensionDied, case .exited(let code)? = process.exit,
        !process.lastLines(20).contains(where: { $0.hasPrefix("tenuto: ") })
      else { throw error }
      throw HostError(
        .launchFailed,
        "'\(executablePath)' exited with code \(code) and named no components.")
    }
  }

  /// Ends the process: asks it to exit, then kills it.
  ///
  /// Thread: control.
  public func terminate() { process.terminate() }

  /// The name and codes, for messages.
  public var label: String { "\(description.name) ('\(description.code)')" }

  /// Runs requests that belong together, while no other thread makes any.
  func converse<T: Sendable>(
    _ body: (Conversation) throws(HostError) -> T
  ) throws(HostError) -> T {
    let result = turn.withLock { _ in
      Result { () throws(HostError) in
        let conversation = Conversation(process, name: label)
        guard process.exit == nil else { throw conversation.died() }
        return try body(conversation)
      }
    }
    process.listenAgain()
    return try result.get()
  }
}
