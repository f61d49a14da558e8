internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Numbers the changes of a host, keeps the newest, and sends them to all subscribers.
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
    /// Whether the polling thread runs, and the number of the last log record that it sent.
    var isPolling = false
    var lastLog: UInt64 = 0
  }

  private let host: any ControlledHost
  private let state = Mutex(State())

  /// Number of changes that are kept for clients that reconnect.
  static let capacity = 1024

  /// Subscribes to the changes of `host`.
  init(_ host: any ControlledHost) {
    self.host = host
    let observer = host.observe { [weak self] in self?.take($0) }
    state.withLock { $0.observer = observer }
  }

  /// Sends a change to every subscriber.
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

  /// Returns a queue of the changes after number `since`, or of a snapshot and the changes after
  /// it.
  ///
  /// - Throws: 503 when the host ends.
  func subscribe(
    since: UInt64?, _ options: ChangeOptions
  ) throws(RequestError) -> (key: UInt64, queue: ChangeQueue) {
    let queue = ChangeQueue(options)
    let entry = state.withLock { state -> (UInt64, UInt64, [ChangeRecord]?)? in
      guard !state.isEnded else { return nil }
      state.nextQueue += 1
      state.queues[state.nextQueue] = queue
      return (state.nextQueue, state.last, Self.missed(since, state))
    }
    guard let (key, number, missed) = entry else {
      throw RequestError(503, "The host is shutting down.")
    }
    if let missed {
      queue.begin(missed.map { .change($0) })
    } else {
      // A change that happens in between is sent again after the snapshot, which is harmless: each
      // change states a value, not a difference.
      let picture = SnapshotRecord(
        number: number, status: host.status(), session: host.session.content())
      queue.begin([.text((try? WireJSON.bytes(picture)) ?? [])])
    }
    if !options.isEmpty { startPolling() }
    return (key, queue)
  }

  /// Removes a queue and ends it.
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

  /// Returns the changes after a number; nil if some of them are no longer kept.
  private static func missed(_ since: UInt64?, _ state: State) -> [ChangeRecord]? {
    guard let since, since <= state.last else { return nil }
    let missing = Int(clamping: state.last - since)
    return missing <= min(capacity, state.kept.count) ? Array(state.kept.suffix(missing)) : nil
  }

  // MARK: - Levels, status and log

  /// Microseconds between two polls of the levels and the log.
  private static let pause: UInt32 = 50_000
  /// Polls between two statuses: two statuses a second.
  private static let statusShare = 10

  /// Starts the polling thread, which runs while a subscriber asks for levels, status or log.
  private func startPolling() {
    let last = host.log(since: 0).last?.number ?? 0
    let isToStart = state.withLock { state in
      guard !state.isPolling else { return false }
      (state.isPolling, state.lastLog) = (true, last)
      return true
    }
    guard isToStart else { return }
    DetachedThread.startOrTrap { [weak self] in
      var count = 0
      while let self, self.pollOnce(count) {
        count += 1
        usleep(Self.pause)
      }
    }
  }

  /// Polls once, and returns whether a subscriber still asks for it.
  private func pollOnce(_ count: Int) -> Bool {
    let (options, queues) = state.withLock { state in
      let queues = Array(state.queues.values)
      let options = queues.reduce(ChangeOptions()) { $0.union($1.options) }
      state.isPolling = !options.isEmpty
      return (options, queues)
    }
    guard !options.isEmpty else { return false }
    if options.levels { sendLevels() }
    if options.log { sendLog(queues) }
    if options.status, count % Self.statusShare == 0 { sendStatus(queues) }
    return true
  }

  private func sendLevels() {
    for (node, level) in host.levels() {
      var change = ChangeRecord("level", node: node)
      change.value = level
      take(change)
    }
  }

  private func sendLog(_ queues: [ChangeQueue]) {
    let records = host.log(since: state.withLock(\.lastLog))
    guard let last = records.last else { return }
    state.withLock { $0.lastLog = last.number }
    for record in records {
      guard let bytes = try? WireJSON.bytes(LogMessage(record)) else { continue }
      for queue in queues where queue.options.log { queue.put(.text(bytes)) }
    }
  }

  private func sendStatus(_ queues: [ChangeQueue]) {
    guard let bytes = try? WireJSON.bytes(StatusMessage(host.status())) else { return }
    for queue in queues { queue.post(status: bytes) }
  }
}
