internal import Dispatch
internal import Synchronization

/// What one program that hears of changes has not been sent yet: a bounded number of messages.
///
/// Of a parameter that changes again and again the last value stays, of a node's level the highest.
/// Nobody waits for a program that does not read: when it is too far behind, it is given up.
///
/// Thread: any but render puts in, one takes out.
final class ChangeQueue: Sendable {
  /// A message that is not sent yet.
  enum Message: Equatable {
    case change(ChangeRecord)
    /// JSON that is there already: an answer, or the picture at the start.
    case text([UInt8])
  }

  private struct ParameterKey: Hashable {
    let node: String?
    let parameter: String?
  }

  private struct State {
    var slots: [Message?] = []
    var waitingCount = 0
    var places: [ParameterKey: Int] = [:]
    var levels: [String: ChangeRecord] = [:]
    var levelsDue = ContinuousClock.now
    /// The newest one alone.
    var status: [UInt8]?
    /// Until the picture at the start is there.
    var isHeld = true
    var end: WebSocketEnd?
    /// Whether the taker was woken and has not looked since.
    var isWoken = false
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  /// What it is told besides changes.
  let wishes: ChangeWishes

  /// Messages that wait at most.
  static let limit = 2048
  /// The time between two levels of a node.
  static let levelInterval = Duration.milliseconds(50)

  init(_ wishes: ChangeWishes = ChangeWishes()) { self.wishes = wishes }

  /// Puts a change behind the others.
  func post(_ change: ChangeRecord) {
    guard change.kind == "level" else { return put(.change(change)) }
    guard wishes.levels, let node = change.node else { return }
    edit { state in
      let before = state.levels[node]?.value ?? -.infinity
      if before <= change.value ?? -.infinity { state.levels[node] = change }
    }
  }

  /// Puts a status, as JSON, in the place of one that is not sent yet.
  func post(status: [UInt8]) {
    if wishes.status { edit { $0.status = status } }
  }

  /// Puts something else behind the changes.
  func put(_ message: Message) {
    edit { state in
      guard state.end == nil else { return }
      if case .change(let change) = message, change.kind == "parameter" {
        let key = ParameterKey(node: change.node, parameter: change.parameter)
        if let place = state.places.updateValue(state.slots.count, forKey: key) {
          state.slots[place] = nil
          state.waitingCount -= 1
        }
      }
      state.slots.append(message)
      state.waitingCount += 1
      if state.waitingCount > Self.limit { state.end = .tooSlow }
      if state.slots.count > 2 * Self.limit { Self.closeGaps(&state) }
    }
  }

  /// Puts what comes before all changes, which may be sent from now on.
  func begin(_ first: [Message]) {
    edit { state in
      state.slots = first + state.slots
      state.waitingCount += first.count
      for (key, place) in state.places { state.places[key] = place + first.count }
      state.isHeld = false
    }
  }

  /// Says that nothing more is to be sent.
  func end(_ reason: WebSocketEnd) {
    edit { state in state.end = state.end ?? reason }
  }

  /// Why it has ended, nil while it goes on.
  var reasonOfEnd: WebSocketEnd? { state.withLock { $0.end } }

  /// All that waits, when there is something; nil at the end.
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

  /// What may be sent at a time, and when there is more where nothing may; nil at the end.
  func take(at time: ContinuousClock.Instant) -> ([Message]?, ContinuousClock.Instant?) {
    state.withLock { state in
      state.isWoken = false
      if state.end == .tooSlow { return (nil, nil) }
      guard !state.isHeld else { return (state.end == nil ? [] : nil, nil) }
      var messages = state.slots.compactMap { $0 }
      state.slots = []
      state.places = [:]
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

  /// Takes out the places of values that later ones have replaced.
  private static func closeGaps(_ state: inout State) {
    var slots: [Message?] = []
    state.places = [:]
    for case .some(let message) in state.slots {
      if case .change(let change) = message, change.kind == "parameter" {
        state.places[ParameterKey(node: change.node, parameter: change.parameter)] = slots.count
      }
      slots.append(message)
    }
    state.slots = slots
  }
}
