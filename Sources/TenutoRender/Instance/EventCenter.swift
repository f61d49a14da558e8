internal import Synchronization
package import TenutoCore
internal import TenutoProcess

/// The host's values of an instance's parameters, and the observers of its events.
///
/// It outlives the instance until all events are delivered.
package final class EventCenter: Sendable {
  typealias Handler = @Sendable (InstanceEvent) -> Void
  package typealias Listener = @Sendable ([ParameterValue]) -> Void

  package let parameters: [ParameterAddress: Parameter]
  private let state: Mutex<State>

  private struct State: Sendable {
    var values: [ParameterAddress: Float]
    var queue = EventQueue()
    var observers: [UInt64: Observer] = [:]
    /// Observers of values, called at once on the thread that changes them.
    package var listeners: [UInt64: Listener] = [:]
    var nextKey: UInt64 = 1
    /// Whether a job of `DeliveryThread` is waiting or running.
    var isScheduled = false
    var exit: ProcessExit?
  }

  private struct Observer: Sendable {
    let handler: Handler
    /// Whether it also gets changes made by the host.
    let hearsHost: Bool
  }

  /// Events delivered before it is another instance's turn.
  private static let turnLength = 64

  init(_ description: ComponentDescription) {
    let pairs = description.parameters.map { ($0.address, $0) }
    parameters = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    state = Mutex(State(values: parameters.mapValues(\.defaultValue)))
  }

  // MARK: Values

  /// The known values of all parameters, in the order of addresses.
  package var values: [ParameterValue] {
    state.withLock { $0.values.map { ParameterValue($0.key, $0.value) } }
      .sorted { $0.address < $1.address }
  }

  package func value(of address: ParameterAddress) -> Float {
    state.withLock { $0.values[address] ?? 0 }
  }

  /// Stores values that were set or reported; ignores unknown parameters.
  ///
  /// - Returns: The values that have changed.
  @discardableResult
  package func learn(_ values: [ParameterValue]) -> [ParameterValue] {
    let (changes, listeners) = state.withLock { state in
      var changes: [ParameterValue] = []
      for value in values {
        guard let parameter = parameters[value.address] else { continue }
        let clamped = parameter.clamped(value.value)
        guard state.values.updateValue(clamped, forKey: value.address) != clamped else { continue }
        changes.append(ParameterValue(value.address, clamped))
      }
      return (changes, Array(state.listeners.values))
    }
    for listener in listeners { listener(values) }
    return changes
  }

  /// Calls `listener` with all later changes; it must not wait.
  package func addListener(_ listener: @escaping Listener) -> UInt64 {
    state.withLock { state in
      defer { state.nextKey += 1 }
      state.listeners[state.nextKey] = listener
      return state.nextKey
    }
  }

  package func removeListener(_ key: UInt64) {
    let listener = state.withLock { $0.listeners.removeValue(forKey: key) }
    _ = listener  // released outside the lock, with its captures
  }

  // MARK: Events

  var droppedStreamCount: Int { state.withLock { $0.queue.droppedStreamCount } }

  /// Takes an event of the extension; clamps parameter values to their ranges.
  func take(_ event: InstanceEvent) {
    switch event {
    case .parameter(let new):
      guard let parameter = parameters[new.address] else { return }
      let value = ParameterValue(new.address, parameter.clamped(new.value))
      learn([value])
      post(.parameter(value))
    case .gesture(let address, _):
      if parameters[address] != nil { post(event) }
    default: post(event)
    }
  }

  /// Notifies all observers except the originator of a change by the host.
  func notify(_ events: [InstanceEvent], originator: Observation?) {
    let origin = EventQueue.Origin.host(except: originator?.key(at: self))
    for event in events { post(event, origin) }
  }

  /// Notifies all observers of the end of the process, as the last event.
  func end(_ exit: ProcessExit) {
    post(.ended(exit))
    state.withLock { $0.exit = exit }
  }

  private func post(_ event: InstanceEvent, _ origin: EventQueue.Origin = .component) {
    let isToSchedule = state.withLock { state in
      guard state.exit == nil, !state.observers.isEmpty else { return false }
      state.queue.append(event, origin)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isToSchedule { DeliveryThread.shared.run { self.deliver() } }
  }

  private func deliver() {
    let (entries, observers) = state.withLock { state in
      (
        state.queue.take(atMost: Self.turnLength),
        state.observers.sorted { $0.key < $1.key }
      )
    }
    for entry in entries {
      for (key, observer) in observers
      where entry.origin.reaches(key, hearsHost: observer.hearsHost) {
        observer.handler(entry.event)
      }
    }
    let hasMore = state.withLock { state in
      state.isScheduled = !state.queue.isEmpty
      return state.isScheduled
    }
    if hasMore { DeliveryThread.shared.run { self.deliver() } }
  }

  // MARK: Observers

  func addObserver(hearsHost: Bool = true, _ handler: @escaping Handler) -> UInt64 {
    let (key, exit) = state.withLock { state in
      defer { state.nextKey += 1 }
      state.observers[state.nextKey] = Observer(handler: handler, hearsHost: hearsHost)
      return (state.nextKey, state.exit)
    }
    if let exit { DeliveryThread.shared.run { handler(.ended(exit)) } }
    return key
  }

  func removeObserver(_ key: UInt64) {
    // The handler may hold the last reference to its captures; release it outside the lock.
    let observer = state.withLock { $0.observers.removeValue(forKey: key) }
    _ = observer
  }
}
