internal import Dispatch
internal import Synchronization

/// The messages that wait to be sent to one client of `/v1/changes`: a bounded number.
///
/// A parameter that changes repeatedly keeps its last value, a node's level its highest. The host
/// never waits for a slow client: a client that falls too far behind is disconnected.
///
/// Thread: any but render adds, one takes.
final class ChangeQueue: Sendable {
  /// A message that waits to be sent.
  enum Message: Equatable {
    case change(ChangeRecord)
    /// Encoded JSON: an answer, or the snapshot at the start.
    case text([UInt8])
  }

  private struct ParameterKey: Hashable {
    let node: String?
    let parameter: String?
  }

  private struct State {
    var slots: [Message?] = []
    var waitingCount = 0
    var indices: [ParameterKey: Int] = [:]
    var levels: [String: ChangeRecord] = [:]
    var levelsDue = ContinuousClock.now
    /// The newest status only.
    var status: [UInt8]?
    /// True until the snapshot has been added.
    var isHeld = true
    var end: WebSocketEnd?
    /// Whether the taking thread was woken and has not taken since.
    var isWoken = false
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  /// The client's options.
  let options: ChangeOptions

  /// Maximum number of waiting messages.
  static let limit = 2048
  /// Minimum time between two levels of a node.
  static let levelInterval = Duration.milliseconds(50)

  init(_ options: ChangeOptions = ChangeOptions()) { self.options = options }

  /// Appends a change.
  func post(_ change: ChangeRecord) {
    guard change.kind == "level" else { return put(.change(change)) }
    guard options.levels, let node = change.node else { return }
    edit { state in
      let before = state.levels[node]?.value ?? -.infinity
      if before <= change.value ?? -.infinity { state.levels[node] = change }
    }
  }

  /// Replaces the waiting status with this one, encoded as JSON.
  func post(status: [UInt8]) {
    if options.status { edit { $0.status = status } }
  }

  /// Appends a message after the waiting changes.
  func put(_ message: Message) {
    edit { state in
      guard state.end == nil else { return }
      if case .change(let change) = message, change.kind == "parameter" {
        let key = ParameterKey(node: change.node, parameter: change.parameter)
        if let index = state.indices.updateValue(state.slots.count, forKey: key) {
          state.slots[index] = nil
          state.waitingCount -= 1
        }
      }
      state.slots.append(message)
      state.waitingCount += 1
      if state.waitingCount > Self.limit { state.end = .tooSlow }
      if state.slots.count > 2 * Self.limit { Self.closeGaps(&state) }
    }
  }

  /// Adds the messages that precede all changes, and releases the queue for sending.
  func begin(_ first: [Message]) {
    edit { state in
      state.slots = first + state.slots
      state.waitingCount += first.count
      for (key, index) in state.indices { state.indices[key] = index + first.count }
      state.isHeld = false
    }
  }

  /// Ends the queue; messages that already wait are still sent, unless the client was too slow.
  func end(_ reason: WebSocketEnd) {
    edit { state in state.end = state.end ?? reason }
  }

  /// The reason of the end; nil while the queue is open.
  var reasonOfEnd: WebSocketEnd? { state.withLock { $0.end } }

  /// Waits for messages and returns all of them; nil at the end.
  func next() -> [Message]? {
    while true {
      let (messages, due) = take(at: .now)
      if let messages, messages.isEmpty {
        let pause = due.map { max(.zero, $0 - .now) } ?? .seconds(60)
        _ = wake.wait(timeout: .now() + .nanoseconds(Int(pause / .nanoseconds(1)) + 1))
        continue
      }
      return messages
    }
  }

  /// Returns the messages that may be sent at a time, and, if levels must still wait, the time at
  /// which they are due; nil at the end.
  func take(at time: ContinuousClock.Instant) -> ([Message]?, ContinuousClock.Instant?) {
    state.withLock { state in
      state.isWoken = false
      if state.end == .tooSlow { return (nil, nil) }
      guard !state.isHeld else { return (state.end == nil ? [] : nil, nil) }
      var messages = state.slots.compactMap { $0 }
      state.slots = []
      state.indices = [:]
      state.waitingCount = 0
      if !state.levels.isEmpty && time >= state.levelsDue {
        messages += state.levels.sorted { $0.key < $1.key }.map { .change($0.value) }
        state.levels = [:]
        state.levelsDue = time + Self.levelInterval
      }
      if let status = state.status { messages.append(.text(status)) }
      state.status = nil
      if messages.isEmpty && state.end != nil { return (nil, nil) }
      return (messages, state.levels.isEmpty ? nil : state.levelsDue)
    }
  }

  private func edit(_ body: (inout State) -> Void) {
    let isToWake = state.withLock { state in
      body(&state)
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if isToWake { wake.signal() }
  }

  /// Removes the empty slots of values that later ones have replaced.
  private static func closeGaps(_ state: inout State) {
    var slots: [Message?] = []
    state.indices = [:]
    for case .some(let message) in state.slots {
      if case .change(let change) = message, change.kind == "parameter" {
        state.indices[ParameterKey(node: change.node, parameter: change.parameter)] = slots.count
      }
      slots.append(message)
    }
    state.slots = slots
  }
}
