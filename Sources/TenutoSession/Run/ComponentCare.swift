internal import Synchronization
internal import TenutoCore
internal import TenutoHost

/// An extension that plays in a session, with whoever looks after it and knows its state.
///
/// Thread: control, several at once.
final class ComponentCare: Sendable {
  let seat: any Seat
  let mirror: StateMirror
  private let maker: InstanceMaker
  private let policy: SupervisionPolicy
  private let listener: Listener
  private let state: Mutex<State>

  /// Who hears what happens to it; the node's name comes first.
  struct Listener: Sendable {
    var bundleFolder: String?
    var onChange: @Sendable (String) -> Void
    var onParameter: @Sendable (String, ParameterValue) -> Void
    /// The state has changed by itself, or is better known.
    var onState: @Sendable (_ isNew: Bool) -> Void
    var onFault: @Sendable (FaultReport) -> Void
    var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void
  }

  private struct State: Sendable {
    var name: String
    var baseline: [ParameterAddress: Float]
    var supervisor: NodeSupervisor?
    var observed: Instance?
    var observation: Observation?
  }

  /// Begins to look after what was launched, in its seat.
  init(
    _ launched: LaunchedComponent, name: String, seat: any Seat, policy: SupervisionPolicy,
    _ listener: Listener
  ) {
    self.seat = seat
    self.policy = policy
    self.listener = listener
    maker = launched.maker
    mirror = StateMirror(
      instance: launched.instance, state: launched.state, setAside: launched.setAside)
    state = Mutex(State(name: name, baseline: Self.table(launched.baseline)))
    mirror.onChange { listener.onState(false) }
    resume()
  }

  private static func table(_ values: [ParameterValue]) -> [ParameterAddress: Float] {
    Dictionary(values.map { ($0.address, $0.value) }) { _, last in last }
  }

  var description: ComponentDescription { mirror.component }

  /// What the node is at.
  var status: NodeSupervisor.Status? { supervisor?.status }

  /// Who looks after it; nil while nobody does.
  var supervisor: NodeSupervisor? { state.withLock(\.supervisor) }

  // MARK: - Care

  /// Begins to look after it, again after `suspend`.
  func resume() {
    let name = state.withLock(\.name)
    let maker = maker
    let supervisor = NodeSupervisor(
      name: name, seat: seat, policy: policy, keeping: mirror,
      make: { () throws(HostError) in try maker.make() }, bundleFolder: listener.bundleFolder,
      onChange: { [weak self] in self?.hasChanged() }, onFault: listener.onFault,
      onBundle: listener.onBundle)
    state.withLock { $0.supervisor = supervisor }
    observe()
  }

  /// Ends the care; what plays goes on, and nobody takes its end for a fault.
  func suspend() {
    let supervisor = state.withLock { state in
      state.observation = nil
      state.observed = nil
      defer { state.supervisor = nil }
      return state.supervisor
    }
    supervisor?.stop()
  }

  /// Calls it something else in what is told of it.
  func rename(_ name: String) {
    let (isBypassed, timing) = (supervisor?.isBypassed ?? false, status?.timing ?? .sameCycle)
    suspend()
    state.withLock { $0.name = name }
    resume()
    guard let supervisor else { return }
    supervisor.isBypassed = isBypassed
    if timing != .sameCycle { try? supervisor.setTiming(timing) }
  }

  private func hasChanged() {
    observe()
    listener.onChange(state.withLock(\.name))
  }

  /// Hears what the instance that plays now does by itself.
  private func observe() {
    let instance = seat.instance
    guard state.withLock({ $0.observed !== instance && $0.supervisor != nil }) else { return }
    let observation = instance.observe { [weak self] event in
      guard let self else { return }
      switch event {
      case .parameter(let value): self.listener.onParameter(self.state.withLock(\.name), value)
      case .stateChanged: self.listener.onState(true)
      default: break
      }
    }
    state.withLock { state in
      state.observed = instance
      state.observation = observation
    }
  }

  // MARK: - Values

  /// What a parameter has now, as the host knows it.
  func value(of address: ParameterAddress) -> Float {
    mirror.values.first { $0.address == address }?.value ?? baseline(of: address)
  }

  /// What it has where the session says nothing.
  func baseline(of address: ParameterAddress) -> Float {
    state.withLock { $0.baseline[address] }
      ?? description.parameter(at: address)?.defaultValue ?? 0
  }

  /// Gives it a preset or a state; what it has then is what it begins with.
  ///
  /// - Throws: Why it does not take it.
  func load(_ body: (Instance) throws(HostError) -> Void) throws(HostError) {
    let instance = seat.instance
    try body(instance)
    let values = try instance.values()
    mirror.keep(values)
    state.withLock { $0.baseline = Self.table(values) }
  }

  /// What a session's file says of it, over what it says already.
  func written(into node: SessionNode) -> SessionNode {
    var node = node
    let best = mirror.best()
    // What has no more than parameters needs no blob; what is not known stays as it was.
    if let state = best.state { node.state = state.data.isEmpty ? nil : state }
    let values = Self.table(mirror.values)
    for parameter in description.parameters where !parameter.flags.contains(.readOnly) {
      guard let value = values[parameter.address] else { continue }
      let isSaid = node.parameters[parameter.identifier] != nil
      if isSaid || value != baseline(of: parameter.address) {
        node.parameters[parameter.identifier] = value
      }
    }
    return node
  }
}
