internal import Synchronization
package import TenutoRender
package import TenutoSystem

/// A slot with its supervisor and its kept state.
///
/// Supervision can be suspended and resumed, to replace the instance at the user's request or to
/// rename the node.
///
/// Thread: any but render.
package final class SupervisedSlot: Sendable {
  package let slot: any NodeSlot
  /// The kept state.
  package let mirror: StateMirror
  private let make: @Sendable () throws(HostError) -> Instance
  private let listener: Listener
  private let state: Mutex<State>

  /// Callbacks for events of the node, called on control threads.
  package struct Listener: Sendable {
    package var bundleFolder: String?
    package var onChange: @Sendable () -> Void = {}
    package var onFault: @Sendable (FaultReport) -> Void
    package var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void

    package init(
      bundleFolder: String?, onFault: @escaping @Sendable (FaultReport) -> Void,
      onBundle: @escaping @Sendable (Result<FaultReport, HostError>) -> Void
    ) {
      self.bundleFolder = bundleFolder
      self.onFault = onFault
      self.onBundle = onBundle
    }
  }

  private struct State: Sendable {
    var name: String
    var policy: SupervisionPolicy
    var supervisor: NodeSupervisor?
    /// The supervisor before the suspension.
    var last: NodeSupervisor?
  }

  /// Creates a slot without supervision, which `resume` starts.
  package init(
    _ slot: any NodeSlot, name: String, mirror: StateMirror, policy: SupervisionPolicy,
    make: @escaping @Sendable () throws(HostError) -> Instance, _ listener: Listener
  ) {
    self.slot = slot
    self.mirror = mirror
    self.make = make
    self.listener = listener
    state = Mutex(State(name: name, policy: policy))
  }

  /// The node's name in reports.
  package var name: String { state.withLock(\.name) }

  /// The supervisor; nil while supervision is suspended.
  package var supervisor: NodeSupervisor? { state.withLock(\.supervisor) }

  /// The node's status, or its last one before the suspension; nil before the first `resume`.
  package var status: NodeSupervisor.Status? {
    state.withLock { $0.supervisor ?? $0.last }?.status
  }

  /// Whether the user has bypassed the node.
  package var isBypassed: Bool { state.withLock { $0.supervisor ?? $0.last }?.isBypassed ?? false }

  /// The policy of supervision; a change applies from the next fault on.
  package var policy: SupervisionPolicy {
    get { state.withLock(\.policy) }
    set {
      let supervisor = state.withLock { state in
        state.policy = newValue
        return state.supervisor
      }
      supervisor?.policy = newValue
    }
  }

  /// Starts supervision, also after `suspend`.
  package func resume() {
    let supervisor = NodeSupervisor(
      name: name, slot: slot, policy: policy, keeping: mirror, make: make,
      bundleFolder: listener.bundleFolder, onChange: listener.onChange,
      onFault: listener.onFault, onBundle: listener.onBundle)
    state.withLock { state in
      state.supervisor = supervisor
      state.last = nil
    }
  }

  /// Suspends supervision; the node plays on, and its end is not reported as a fault.
  package func suspend() {
    let supervisor = state.withLock { state in
      state.last = state.supervisor ?? state.last
      defer { state.supervisor = nil }
      return state.supervisor
    }
    supervisor?.stop()
  }

  /// Runs `body` while supervision is suspended, then restores the user's settings.
  package func pause(
    as name: String? = nil, _ body: () throws(HostError) -> Void = { () throws(HostError) in }
  ) throws(HostError) {
    let before = supervisor
    let (isBypassed, timing) = (before?.isBypassed ?? false, before?.status.timing ?? .sameCycle)
    suspend()
    if let name { state.withLock { $0.name = name } }
    defer {
      resume()
      if isBypassed { supervisor?.isBypassed = true }
      if timing != .sameCycle { try? supervisor?.setTiming(timing) }
    }
    try body()
  }
}
