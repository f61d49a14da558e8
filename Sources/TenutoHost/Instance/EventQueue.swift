internal import TenutoCore

/// Events that wait for their observers, no more than a bounded number of them.
///
/// Of a parameter that changes again and again the last value stays, of stream pieces the newest,
/// of touch and release the newest of each parameter once there are many; a change of state or
/// format is told once.
struct EventQueue {
  /// Stream pieces that wait at most.
  static let streamLimit = 64
  /// Bytes of stream pieces that wait at most.
  static let streamByteLimit = 1 << 20
  /// Gestures that wait before they are thinned out.
  static let gestureLimit = 256

  private(set) var events: [InstanceEvent] = []
  private(set) var droppedStreamCount = 0
  private var streamBytes = 0
  private var streamCount = 0
  private var gestureCount = 0

  var isEmpty: Bool { events.isEmpty }

  /// Adds an event behind the others, in place of what it makes pointless.
  mutating func append(_ event: InstanceEvent) {
    switch event {
    case .parameter(let value):
      if let index = waitingValue(of: value.address) {
        events[index] = event
        return
      }
      if gestureCount >= Self.gestureLimit { dropValue(of: value.address) }
    case .gesture(let address, _):
      if gestureCount >= Self.gestureLimit { dropGesture(of: address) }
      gestureCount += 1
    case .stateChanged, .formatChanged:
      if events.contains(event) { return }
    case .latencyChanged:
      events.removeAll { if case .latencyChanged = $0 { true } else { false } }
    case .stream(let bytes):
      streamCount += 1
      streamBytes += bytes.count
    case .ended: break
    }
    events.append(event)
    while streamCount > Self.streamLimit || streamBytes > Self.streamByteLimit { dropStream() }
  }

  /// Takes the oldest events out.
  mutating func take(atMost count: Int) -> [InstanceEvent] {
    let taken = Array(events.prefix(count))
    events.removeFirst(taken.count)
    for event in taken { forget(event) }
    return taken
  }

  /// Where a value of the parameter waits, with no touch or release of it behind.
  private func waitingValue(of address: ParameterAddress) -> Int? {
    let last = events.lastIndex { event in
      switch event {
      case .parameter(let value): value.address == address
      case .gesture(let other, _): other == address
      default: false
      }
    }
    guard let last, case .parameter = events[last] else { return nil }
    return last
  }

  private mutating func dropValue(of address: ParameterAddress) {
    let index = events.firstIndex { event in
      if case .parameter(let value) = event { value.address == address } else { false }
    }
    if let index { events.remove(at: index) }
  }

  private mutating func dropGesture(of address: ParameterAddress) {
    let index = events.firstIndex { event in
      if case .gesture(address, _) = event { true } else { false }
    }
    if let index { forget(events.remove(at: index)) }
  }

  private mutating func dropStream() {
    let index = events.firstIndex { event in if case .stream = event { true } else { false } }
    guard let index else { return }
    forget(events.remove(at: index))
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
