internal import Synchronization
package import TenutoRender
package import TenutoSystem

/// A slot with whoever looks after it and knows its state, where care may pause and go on: for another
/// instance by the user's wish, or under another name.
///
/// Thread: any but render.
package final class SupervisedSlot: Sendable {
  package let slot: any NodeSlot
  /// What is known of its state.
  package let mirror: StateMirror
  private let policy: SupervisionPolicy
  private let make: @Sendable () throws(HostError) -> Instance
  private let listener: Listener
  private let state: Mutex<State>

  /// Who hears what happens to it, on control threads.
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
    var supervisor: NodeSupervisor?
    /// Who did before, while nobody does.
    var last: NodeSupervisor?
  }

  /// Nobody cares yet: `resume` begins.
  package init(
    _ slot: any NodeSlot, name: String, mirror: StateMirror, policy: SupervisionPolicy,
    make: @escaping @Sendable () throws(HostError) -> Instance, _ listener: Listener
  ) {
    self.slot = slot
    self.mirror = mirror
    self.policy = policy
    self.make = make
    self.listener = listener
    state = Mutex(State(name: name))
  }

  /// What the node is called in what is told of it.
  package var name: String { state.withLock(\.name) }

  /// Who looks after it; nil while nobody does.
  package var supervisor: NodeSupervisor? { state.withLock(\.supervisor) }

  /// What the node is at, or was when somebody cared last; nil before anybody did.
  package var status: NodeSupervisor.Status? {
    state.withLock { $0.supervisor ?? $0.last }?.status
  }

  /// Whether the user has left the node out.
  package var isBypassed: Bool { state.withLock { $0.supervisor ?? $0.last }?.isBypassed ?? false }

  /// Begins to look after it, again after `suspend`.
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

  /// Ends the care; what plays goes on, and nobody takes its end for a fault.
  package func suspend() {
    let supervisor = state.withLock { state in
      state.last = state.supervisor ?? state.last
      defer { state.supervisor = nil }
      return state.supervisor
    }
    supervisor?.stop()
  }

  /// Does something while nobody cares, then goes on with the user's wishes as they were.
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
