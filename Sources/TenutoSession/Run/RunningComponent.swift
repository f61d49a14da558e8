internal import Synchronization
internal import TenutoComponents
internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

/// A playing extension of a session, with its supervisor and its kept state.
///
/// Thread: control, any number at once.
final class RunningComponent: Sendable {
  private let component: Component
  private let maker: InstanceMaker
  private let supervised: SupervisedSlot
  /// The bundle of the component, a folder; empty if it is not installed.
  var bundlePath: String { component.bundlePath }
  private let listener: Listener
  private let state: Mutex<State>

  /// Callbacks for its events; the first argument is the node's name.
  struct Listener: Sendable {
    var bundleFolder: String?
    var onChange: @Sendable (String) -> Void
    var onParameter: @Sendable (String, ParameterValue) -> Void
    /// The state has changed spontaneously, or the host has received a newer one.
    var onState: @Sendable (_ isNew: Bool) -> Void
    var onMessage: @Sendable (String, ComponentMessage) -> Void
    var onFault: @Sendable (FaultReport) -> Void
    var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void
  }

  private struct State: Sendable {
    var baseline: [ParameterAddress: Float]
    var observed: Instance?
    var observation: Observation?
  }

  /// Starts to supervise a launched component in its slot.
  init(
    _ launched: LaunchedComponent, name: String, slot: any NodeSlot, policy: SupervisionPolicy,
    _ listener: Listener
  ) {
    self.listener = listener
    let maker = launched.maker
    self.maker = maker
    component = maker.component
    let mirror = StateMirror(
      instance: launched.instance, state: launched.state, setAside: launched.setAside)
    state = Mutex(State(baseline: Self.table(launched.baseline)))
    let weakSelf = WeakComponent()
    var callbacks = SupervisedSlot.Listener(
      bundleFolder: listener.bundleFolder, onFault: listener.onFault, onBundle: listener.onBundle)
    callbacks.onChange = { weakSelf.component?.hasChanged() }
    supervised = SupervisedSlot(
      slot, name: name, mirror: mirror, policy: policy,
      make: { () throws(HostError) in try maker.make() }, callbacks)
    weakSelf.component = self
    mirror.onChange { listener.onState(false) }
    resume()
  }

  /// A reference for callbacks that may come before the object is complete.
  private final class WeakComponent: Sendable {
    private struct Weak: Sendable {
      weak var component: RunningComponent?
    }

    private let weak = Mutex(Weak())

    var component: RunningComponent? {
      get { weak.withLock { $0.component } }
      set { weak.withLock { $0.component = newValue } }
    }
  }

  private static func table(_ values: [ParameterValue]) -> [ParameterAddress: Float] {
    Dictionary(values.map { ($0.address, $0.value) }) { _, last in last }
  }

  var slot: any NodeSlot { supervised.slot }

  var mirror: StateMirror { supervised.mirror }

  var description: ComponentDescription { mirror.component }

  /// The node's status.
  var status: NodeSupervisor.Status? { supervisor?.status }

  /// Starts another instance of the component, as a restart does; the caller ends it.
  func makeInstance() throws(HostError) -> Instance { try maker.make() }

  /// Sets the supervision policy.
  func setPolicy(_ policy: SupervisionPolicy) { supervised.policy = policy }

  /// The supervisor; nil while supervision is suspended.
  var supervisor: NodeSupervisor? { supervised.supervisor }

  // MARK: - Supervision

  /// Starts supervision, also after `suspend`.
  func resume() {
    supervised.resume()
    observe()
  }

  /// Suspends supervision; the node plays on, and its end is not reported as a fault.
  func suspend() {
    state.withLock { state in
      state.observation = nil
      state.observed = nil
    }
    supervised.suspend()
  }

  /// Renames the node in later reports.
  func rename(_ name: String) { try? supervised.pause(as: name) }

  private func hasChanged() {
    observe()
    listener.onChange(supervised.name)
  }

  /// Subscribes to events of the current instance.
  private func observe() {
    let instance = slot.instance
    guard supervisor != nil, state.withLock({ $0.observed !== instance }) else { return }
    // The session itself reports its own changes.
    let observation = instance.observeComponent { [weak self] event in
      guard let self else { return }
      switch event {
      case .parameter(let value): self.listener.onParameter(self.supervised.name, value)
      case .stateChanged: self.listener.onState(true)
      case .stream(let bytes): self.listener.onMessage(self.supervised.name, .bytes(bytes))
      default: break
      }
    }
    let isReplaced = state.withLock { state in
      defer { (state.observed, state.observation) = (instance, observation) }
      return state.observed != nil
    }
    if isReplaced { listener.onMessage(supervised.name, .replaced) }
  }

  // MARK: - Values

  /// The host's value of a parameter.
  func value(of address: ParameterAddress) -> Float {
    mirror.values.first { $0.address == address }?.value ?? baseline(of: address)
  }

  /// The value of a parameter that the session does not set.
  func baseline(of address: ParameterAddress) -> Float {
    state.withLock { $0.baseline[address] }
      ?? description.parameter(at: address)?.defaultValue ?? 0
  }

  /// Loads a preset or a state; the resulting values become the baseline.
  ///
  /// - Throws: An error if it was not loaded.
  func load(_ body: (Instance) throws(HostError) -> Void) throws(HostError) {
    let instance = slot.instance
    try body(instance)
    let values = try instance.values()
    mirror.keep(values)
    state.withLock { $0.baseline = Self.table(values) }
  }

  /// Updates the node for the session's file with the current state and values.
  func written(into node: SessionNode) -> SessionNode {
    var node = node
    if let source = component.source {
      node.plugin = source.uri
      node.kind = .component(component.code)
    }
    let best = mirror.best()
    // A state with parameters only needs no blob; an unknown state stays as it was.
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
