internal import TenutoCore

/// A bounded queue of events for the observers.
///
/// When a parameter changes repeatedly, its last value stays; of stream pieces, the newest; of many
/// gestures, the newest of each parameter. A change of state or format is queued once.
struct EventQueue {
  /// The most waiting stream pieces.
  static let streamLimit = 64
  /// The most bytes of waiting stream pieces.
  static let streamByteLimit = 1 << 20
  /// Waiting gestures above which they are thinned out.
  static let gestureLimit = 256

  /// An event and its origin.
  struct Entry: Sendable, Equatable {
    var event: InstanceEvent
    var origin: Origin
  }

  /// The origin of an event, which decides on its observers.
  enum Origin: Sendable, Equatable {
    /// The component or its process: all observers are notified.
    case component
    /// The host: the observer that asked for the change is skipped.
    case host(except: UInt64?)

    func reaches(_ observer: UInt64, hearsHost: Bool) -> Bool {
      switch self {
      case .component: true
      case .host(let originator): hearsHost && observer != originator
      }
    }
  }

  private var entries: [Entry] = []
  private(set) var droppedStreamCount = 0
  private var streamBytes = 0
  private var streamCount = 0
  private var gestureCount = 0

  var isEmpty: Bool { entries.isEmpty }

  /// The waiting events, oldest first.
  var events: [InstanceEvent] { entries.map(\.event) }

  /// Appends an event, and removes the events that it supersedes.
  mutating func append(_ event: InstanceEvent, _ origin: Origin = .component) {
    switch event {
    case .parameter(let value):
      if let index = waitingValue(of: value.address) {
        entries[index] = Entry(event: event, origin: origin)
        return
      }
      if gestureCount >= Self.gestureLimit { dropValue(of: value.address) }
    case .gesture(let address, _):
      if gestureCount >= Self.gestureLimit { dropGesture(of: address) }
      gestureCount += 1
    case .stateChanged, .formatChanged:
      if entries.contains(where: { $0.event == event }) { return }
    case .latencyChanged:
      entries.removeAll { if case .latencyChanged = $0.event { true } else { false } }
    case .presetSelected:
      entries.removeAll { if case .presetSelected = $0.event { true } else { false } }
    case .stream(let bytes):
      streamCount += 1
      streamBytes += bytes.count
    case .ended: break
    }
    entries.append(Entry(event: event, origin: origin))
    while streamCount > Self.streamLimit || streamBytes > Self.streamByteLimit { dropStream() }
  }

  /// Removes the oldest events.
  mutating func take(atMost count: Int) -> [Entry] {
    let taken = Array(entries.prefix(count))
    entries.removeFirst(taken.count)
    for entry in taken { forget(entry.event) }
    return taken
  }

  /// The index of a waiting value of the parameter with no later gesture of it, or nil.
  private func waitingValue(of address: ParameterAddress) -> Int? {
    let last = entries.lastIndex { entry in
      switch entry.event {
      case .parameter(let value): value.address == address
      case .gesture(let other, _): other == address
      default: false
      }
    }
    guard let last, case .parameter = entries[last].event else { return nil }
    return last
  }

  private mutating func dropValue(of address: ParameterAddress) {
    let index = entries.firstIndex { entry in
      if case .parameter(let value) = entry.event { value.address == address } else { false }
    }
    if let index { entries.remove(at: index) }
  }

  private mutating func dropGesture(of address: ParameterAddress) {
    let index = entries.firstIndex { entry in
      if case .gesture(address, _) = entry.event { true } else { false }
    }
    if let index { forget(entries.remove(at: index).event) }
  }

  private mutating func dropStream() {
    let index = entries.firstIndex { if case .stream = $0.event { true } else { false } }
    guard let index else { return }
    forget(entries.remove(at: index).event)
    droppedStreamCount += 1
  }

  private mutating func forget(_ event: InstanceEvent) {
    switch event {
    case .gesture: gestureCount -= 1
    case .stream(let bytes):
      streamCount -= 1
      streamBytes -= bytes.count
    default: break
    }
  }
}
