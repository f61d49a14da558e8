internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// The internals of a mirror, which its thread keeps alive.
final class MirrorCore: Sendable {
  let state: Mutex<State>
  private let sampleTime: @Sendable () -> Int64
  private let wakeUp = Signal()

  struct State: Sendable {
    var instance: Instance
    var values: [ParameterAddress: Float] = [:]
    var history: StateHistory
    var onChange: (@Sendable () -> Void)?
    /// When to ask for the state; nil if nothing has changed.
    var due: MonotonicTime?
    /// Callers that wait for the state.
    var waiters: [Signal] = []
    var subscription: Subscription?
    var isStopped = false

    var sortedValues: [ParameterValue] {
      values.map { ParameterValue($0.key, $0.value) }.sorted { $0.address < $1.address }
    }
  }

  /// The subscriptions to one instance, which end when another instance is mirrored.
  struct Subscription: Sendable {
    let center: EventCenter
    let listener: UInt64
    let observation: Observation

    func end() {
      center.removeListener(listener)
      observation.cancel()
    }
  }

  /// Milliseconds from the first change to the request, so that one request covers several changes.
  private static let delay: UInt64 = 400

  init(
    _ instance: Instance, setAside: [ComponentState], sampleTime: @escaping @Sendable () -> Int64
  ) {
    self.sampleTime = sampleTime
    state = Mutex(State(instance: instance, history: StateHistory(setAside: setAside)))
  }

  var instance: Instance { state.withLock(\.instance) }

  /// Adds a state that does not come from a running instance.
  func add(_ known: ComponentState) {
    let record = StateRecord(
      state: known, values: known.parameters, time: .now, sampleTime: sampleTime())
    _ = state.withLock { $0.history.append(record) }
  }

  func best() -> StateMirror.Best {
    state.withLock { state in
      let newest = state.history.newest?.state
      let known = Dictionary(
        (newest?.parameters ?? []).map { ($0.address, $0.value) }, uniquingKeysWith: { $1 })
      let settable = state.sortedValues.filter { value in
        state.instance.center.parameters[value.address]?.flags.contains(.readOnly) == false
      }
      return StateMirror.Best(
        state: newest, values: settable.filter { known[$0.address] != $0.value })
    }
  }
}

// MARK: - Changes

extension MirrorCore {
  func attach(_ instance: Instance) {
    let center = instance.center
    let listener = center.addListener { [weak self] values in
      // Read the current value, under the lock: two threads may report out of order.
      self?.learn(values) { center.value(of: $0.address) }
    }
    let observation = instance.observeComponent { [weak self] event in
      if event == .stateChanged { self?.ask(afterMilliseconds: Self.delay) }
    }
    let subscription = Subscription(center: center, listener: listener, observation: observation)
    let (old, isStopped) = state.withLock { state in
      defer {
        state.instance = instance
        state.subscription = state.isStopped ? nil : subscription
        for value in center.values { state.values[value.address] = value.value }
      }
      return (state.subscription, state.isStopped)
    }
    old?.end()
    if isStopped { subscription.end() } else { ask(afterMilliseconds: 0) }
  }

  /// Stores values; `now` returns the current value of each.
  func learn(
    _ values: [ParameterValue], now: (ParameterValue) -> Float = { $0.value }
  ) {
    let isNew = state.withLock { state in
      var isNew = false
      for value in values {
        guard let parameter = state.instance.center.parameters[value.address] else { continue }
        let clamped = parameter.clamped(now(value))
        guard state.values.updateValue(clamped, forKey: value.address) != clamped else { continue }
        // A meter's change is not an edit.
        if !parameter.flags.contains(.readOnly) { isNew = true }
      }
      return isNew
    }
    guard isNew else { return }
    notify()
    ask(afterMilliseconds: Self.delay)
  }

  /// Reports that there are changes to save.
  func notify() { state.withLock(\.onChange)?() }

  private func ask(afterMilliseconds delay: UInt64) {
    let isEarlier = state.withLock { state in
      let due = MonotonicTime.after(milliseconds: delay)
      if let known = state.due, known <= due { return false }
      state.due = due
      return true
    }
    if isEarlier { wakeUp.send() }
  }

  func settle(until deadline: MonotonicTime) {
    let arrived = Signal()
    let isAsked = state.withLock { state in
      guard state.due != nil, !state.isStopped else { return false }
      state.due = .now
      state.waiters.append(arrived)
      return true
    }
    guard isAsked else { return }
    wakeUp.send()
    let now = MonotonicTime.now
    guard now < deadline else { return }
    _ = arrived.wait(milliseconds: (deadline.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
  }

  func stop() {
    let subscription = state.withLock { state in
      defer { (state.isStopped, state.subscription) = (true, nil) }
      return state.subscription
    }
    subscription?.end()
    wakeUp.send()
  }
}

// MARK: - The thread

extension MirrorCore {
  func run() {
    while true {
      let (due, isStopped) = state.withLock { ($0.due, $0.isStopped) }
      if isStopped { return release(state.withLock { $0.takeWaiters() }) }
      guard let due else {
        wakeUp.wait()
        continue
      }
      let now = MonotonicTime.now
      if now < due {
        _ = wakeUp.wait(milliseconds: (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      } else {
        fetch()
      }
    }
  }

  /// Requests the state; later changes need another request.
  private func fetch() {
    let (instance, waiters, values) = state.withLock { state in
      state.due = nil
      return (state.instance, state.takeWaiters(), state.sortedValues)
    }
    let (time, frame) = (MonotonicTime.now, sampleTime())
    // An extension that has ended or refuses returns no state: the previous one stays the best.
    if instance.process.exit == nil, let answer = try? instance.state(.document) {
      take(
        StateRecord(state: answer, values: values, time: time, sampleTime: frame), from: instance)
    }
    release(waiters)
  }

  private func take(_ record: StateRecord, from instance: Instance) {
    let isNew = state.withLock { state in
      guard state.instance === instance else { return false }
      let before = state.history.newest?.state
      return state.history.append(record) && before != record.state
    }
    if isNew { notify() }
  }

  private func release(_ waiters: [Signal]) {
    for waiter in waiters { waiter.send() }
  }
}

extension MirrorCore.State {
  fileprivate mutating func takeWaiters() -> [Signal] {
    defer { waiters = [] }
    return waiters
  }
}
