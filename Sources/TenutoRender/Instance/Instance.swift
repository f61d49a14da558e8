package import Synchronization
public import TenutoComponents
public import TenutoCore
public import TenutoProcess
public import TenutoSystem
package import TenutoTransport

/// A component at work in a process of its own.
///
/// In Audio Unit's order: `instantiate`, `setLayout`, `allocate` (which an engine does), events and
/// parameters, `deallocate`, `terminate`. After the process has ended, every call that asks it
/// something throws `.extensionDied`.
///
/// Thread: any but the render thread. Calls of several threads wait for each other.
///
/// The corresponding Audio Unit type is `AUAudioUnit`, instantiated out of process.
public final class Instance: Sendable {
  /// What the running extension says it is.
  public let description: ComponentDescription
  /// Its process.
  public let process: ExtensionProcess
  /// Its observers, and the known values of its parameters.
  package let center: EventCenter
  /// What `setLayout` and `allocate` have left.
  package let setup: Mutex<Setup>
  /// Held while requests that belong together are made.
  private let turn = Mutex(())

  package struct Setup: Sendable {
    var layout: BusLayout
    var isAllocated = false
    var latency = 0
    var tail = 0.0
    var recordsFlight = false
    var flightLog: FlightLog?
    /// Its render thread as it names it itself: its own word.
    package var renderThread: Int32 = 0
    /// Whether its render thread begins below those of all others, from the next `allocate` on.
    var isOnTrial = false
    /// As of the last `allocate`.
    package var format: RenderFormat?
    /// Whether it has said that it hands nothing on.
    var refusesLinks = false
    /// What it shares with the host, as long as something renders.
    package weak var memory: InstanceMemory?
  }

  /// Starts the executable of a component that is installed.
  ///
  /// What its manifest says that it needs, and the user has granted, is added to `sandbox`; what is
  /// not granted is named in `process.sandbox.notes`.
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

  /// Starts an executable and makes it the component `code`.
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

  /// Makes a process that was started the component `code`.
  init(_ process: ExtensionProcess, code: ComponentCode) throws(HostError) {
    let conversation = Conversation(process, name: "'\(code)' (\(process.executablePath))")
    let own = try conversation.description(of: code)
    let center = EventCenter(own)
    self.process = process
    description = own
    self.center = center
    setup = Mutex(Setup(layout: own.defaultLayout))
    // Before the component is made: it may have something to say at once.
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

  /// Asks an executable, in a process of its own, which components it has.
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
      // A program of another kind: what it prints is about something else.
      guard error.code == .extensionDied, case .exited(let code)? = process.exit,
        !process.lastLines(20).contains(where: { $0.hasPrefix("tenuto: ") })
      else { throw error }
      throw HostError(
        .launchFailed,
        "'\(executablePath)' exited with code \(code) and named no components.")
    }
  }

  /// Ends the process: asks first, then kills.
  ///
  /// Thread: control.
  public func terminate() { process.terminate() }

  /// The name and codes, for messages.
  public var label: String { "\(description.name) ('\(description.code)')" }

  /// Makes requests that belong together, while no other thread makes any.
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
