internal import Glibc
internal import Synchronization
internal import TenutoHost

/// Numbers the changes of a host, keeps the newest, and tells all who listen.
///
/// Thread: any but render.
final class ChangeFeed: Sendable {
  private struct State {
    var last: UInt64 = 0
    var kept: [ChangeRecord] = []
    var queues: [UInt64: ChangeQueue] = [:]
    var nextQueue: UInt64 = 0
    var observer: UInt64?
    var isEnded = false
    var looksAtLevels = false
  }

  private let host: any ControlledHost
  private let state = Mutex(State())

  /// Changes that are kept for programs that come back.
  static let capacity = 1024

  /// Hears of the changes of `host` from now on.
  init(_ host: any ControlledHost) {
    self.host = host
    let observer = host.observe { [weak self] in self?.take($0) }
    state.withLock { $0.observer = observer }
  }

  /// Tells everybody of a change.
  func take(_ change: ChangeRecord) {
    state.withLock { state in
      var change = change
      if change.kind != "level" {
        state.last += 1
        state.kept.append(change)
        state.kept[state.kept.count - 1].number = state.last
        if state.kept.count > 2 * Self.capacity {
          state.kept.removeFirst(state.kept.count - Self.capacity)
        }
      }
      change.number = state.last
      for queue in state.queues.values { queue.post(change) }
    }
  }

  /// A queue of changes: those behind the one of the number `since`, or from a picture of all on.
  ///
  /// - Throws: 503 when the host ends.
  func subscribe(
    since: UInt64?, levels: Bool
  ) throws(RequestError) -> (key: UInt64, queue: ChangeQueue) {
    let queue = ChangeQueue(wantsLevels: levels)
    let entry = state.withLock { state -> (UInt64, UInt64, [ChangeRecord]?)? in
      guard !state.isEnded else { return nil }
      state.nextQueue += 1
      state.queues[state.nextQueue] = queue
      return (state.nextQueue, state.last, Self.missed(since, state))
    }
    guard let (key, number, missed) = entry else { throw RequestError(503, "The host ends.") }
    if let missed {
      queue.begin(missed.map { .change($0) })
    } else {
      // What changes meanwhile is told once more behind it; all of it says what is, not what more.
      let picture = SnapshotRecord(
        number: number, status: host.status(), session: host.session?.content())
      queue.begin([.text((try? WireJSON.bytes(picture)) ?? [])])
    }
    if levels { lookAtLevels() }
    return (key, queue)
  }

  /// Forgets a queue.
  func unsubscribe(_ key: UInt64) {
    let queue = state.withLock { $0.queues.removeValue(forKey: key) }
    queue?.end(.normal)
  }

  /// Ends all queues.
  func end() {
    let (observer, queues) = state.withLock { state in
      defer { (state.isEnded, state.queues, state.observer) = (true, [:], nil) }
      return (state.observer, Array(state.queues.values))
    }
    if let observer { host.forget(observer) }
    for queue in queues { queue.end(.goingAway) }
  }

  /// The changes behind a number; nil where they are not all known.
  private static func missed(_ since: UInt64?, _ state: State) -> [ChangeRecord]? {
    guard let since, since <= state.last else { return nil }
    let missing = Int(clamping: state.last - since)
    return missing <= min(capacity, state.kept.count) ? Array(state.kept.suffix(missing)) : nil
  }

  // MARK: - Levels

  /// Microseconds between two looks.
  private static let levelPause: UInt32 = 50_000

  /// Looks at levels for as long as somebody listens who wants them.
  private func lookAtLevels() {
    let isToStart = state.withLock { state in
      defer { state.looksAtLevels = true }
      return !state.looksAtLevels
    }
    guard isToStart else { return }
    DetachedThread.startOrTrap { [weak self] in
      while let self, self.takeLevels() { usleep(Self.levelPause) }
    }
  }

  private func takeLevels() -> Bool {
    let isWanted = state.withLock { state in
      state.looksAtLevels = state.queues.values.contains(where: \.wantsLevels)
      return state.looksAtLevels
    }
    guard isWanted else { return false }
    for (node, level) in host.levels() {
      var change = ChangeRecord("level", node: node)
      change.value = level
      take(change)
    }
    return true
  }
}
