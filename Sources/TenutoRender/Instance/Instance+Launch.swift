internal import Synchronization
public import TenutoComponents
public import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

extension Instance {
  /// Starts a component without blocking the caller's thread.
  ///
  /// Cancelling the task ends the process. The corresponding method is
  /// `AUAudioUnit.instantiate(with:options:)` with `loadOutOfProcess`.
  ///
  /// Thread: any.
  ///
  /// - Throws: As `init(_:environment:sandbox:)`, and `.cancelled`.
  public static func instantiate(
    _ component: Component, environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) async throws(HostError) -> Instance {
    let launch = Launch(component, environment, sandbox)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        launch.start { continuation.resume(returning: $0) }
      }
    } onCancel: {
      launch.cancel()
    }
    return try launch.conclude(result).get()
  }
}

/// A start of a component that can be cancelled.
private final class Launch: Sendable {
  private let component: Component
  private let environment: [String]
  private let sandbox: SandboxPolicy
  private let state = Mutex(State())

  private struct State: Sendable {
    var isCancelled = false
    var process: ExtensionProcess?
  }

  init(_ component: Component, _ environment: [String], _ sandbox: SandboxPolicy) {
    self.component = component
    self.environment = environment
    self.sandbox = sandbox
  }

  func start(_ finish: @escaping @Sendable (Result<Instance, HostError>) -> Void) {
    do throws(SystemError) {
      try DetachedThread.start {
        finish(Result { () throws(HostError) in try self.run() })
      }
    } catch {
      finish(.failure(HostError("No thread to start an extension", shortOf: error)))
    }
  }

  private func run() throws(HostError) -> Instance {
    guard !state.withLock({ $0.isCancelled }) else { throw cancellation }
    let process = try ExtensionProcess(component, environment: environment, sandbox: sandbox)
    let isCancelled = state.withLock { state in
      state.process = process
      return state.isCancelled
    }
    defer { state.withLock { $0.process = nil } }
    if isCancelled { process.monitor.kill() }
    return try Instance(process, code: component.code)
  }

  func cancel() {
    let process = state.withLock { state in
      state.isCancelled = true
      return state.process
    }
    process?.monitor.kill()
  }

  /// Stores the result, unless the launch was cancelled before.
  func conclude(_ result: Result<Instance, HostError>) -> Result<Instance, HostError> {
    guard state.withLock({ $0.isCancelled }) else { return result }
    if case .success(let instance) = result { instance.process.monitor.kill() }
    return .failure(cancellation)
  }

  private var cancellation: HostError {
    HostError(.cancelled, "The start of '\(component.code)' was cancelled.")
  }
}
