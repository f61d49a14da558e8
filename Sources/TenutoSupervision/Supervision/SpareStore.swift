internal import Synchronization
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport
internal import TenutoCore

/// A spare process for all nodes of one component: started and connected, but not allocated.
///
/// It lives as long as a node is a member of its store.
final class SpareStore: Sendable {
  private static let stores = Mutex<[Key: SpareStore]>([:])

  private struct Key: Hashable, Sendable {
    let code: ComponentCode
    let path: String
  }

  private struct State: Sendable {
    var members = 1
    var spare: Instance?
    var plan = RestartPlan()
    var isClosed = false
  }

  private let key: Key
  private let policy: SupervisionPolicy
  private let make: SupervisorCore.Make
  private let state = Mutex(State())
  private let jobs = JobQueue()

  /// Joins the store of the instance's component; each call needs a matching `leave`.
  static func shared(
    for instance: Instance, _ policy: SupervisionPolicy, make: @escaping SupervisorCore.Make
  ) -> SpareStore {
    let key = Key(code: instance.description.code, path: instance.process.executablePath)
    let (store, isNew) = stores.withLock { stores -> (SpareStore, Bool) in
      if let store = stores[key] {
        store.state.withLock { $0.members += 1 }
        return (store, false)
      }
      let store = SpareStore(key, policy, make)
      stores[key] = store
      return (store, true)
    }
    if isNew { store.refill() }
    return store
  }

  private init(_ key: Key, _ policy: SupervisionPolicy, _ make: @escaping SupervisorCore.Make) {
    self.key = key
    self.policy = policy
    self.make = make
  }

  /// Takes the spare, or returns nil if none exists; starts another one.
  func take() -> Instance? {
    let spare = state.withLock { state in
      defer { state.spare = nil }
      return state.spare
    }
    guard let spare, spare.process.exit == nil else { return nil }
    refill()
    return spare
  }

  /// Ends one membership; the last one ends the spare.
  func leave() {
    let isLast = Self.stores.withLock { stores in
      let isLast = state.withLock { state in
        state.members -= 1
        state.isClosed = state.members == 0
        return state.isClosed
      }
      if isLast { stores[key] = nil }
      return isLast
    }
    if isLast { jobs.add { self.state.withLock { $0.spare }?.terminate() } }
  }

  private func refill() {
    jobs.add {
      guard !self.state.withLock({ $0.isClosed || $0.spare != nil }),
        let spare = try? self.make()
      else { return }
      self.state.withLock { $0.spare = spare }
      spare.process.monitor.whenEnded { [weak self, weak spare] _ in
        if let self, let spare { self.replace(spare) }
      }
    }
  }

  /// Starts another spare after one has ended, with growing delays.
  private func replace(_ ended: Instance) {
    let now = MonotonicTime.now.nanoseconds
    let isToRefill = state.withLock { state -> Bool in
      guard state.spare === ended, !state.isClosed else { return false }
      state.spare = nil
      return state.plan.next(policy, now: now) != .quarantine
    }
    if isToRefill { refill() }
  }
}
