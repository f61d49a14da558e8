internal import Synchronization

/// Notifies the users of a manager, in order and on a separate thread.
final class ManagerNotices: Sendable {
  private struct Waiting {
    var notices: [MIDIIONotification] = []
    var endpoints: MIDIEndpoints?
  }

  /// A structure, because a mutex of a bare function wraps it once more at each access.
  private struct Callbacks {
    var handler: MIDIManager.NotificationHandler?
    var observer: (@Sendable () -> Void)?
  }

  private final class Delivery: Sendable {
    let waiting = Mutex(Waiting())
    let callbacks = Mutex(Callbacks())
    let notifications = StreamHub<MIDIIONotification>()
    let endpoints = StreamHub<MIDIEndpoints>()
    let devices = StreamHub<MIDIDevices>()

    func deliver() {
      let due = waiting.withLock { waiting in
        defer { waiting = Waiting() }
        return waiting
      }
      if let all = due.endpoints {
        endpoints.yield(all)
        devices.yield(MIDIDevices(all))
        callbacks.withLock { $0.observer }?()
      }
      for notice in due.notices {
        callbacks.withLock { $0.handler }?(notice)
        notifications.yield(notice)
      }
    }
  }

  private let delivery = Delivery()
  private let thread: WorkerThread?

  init(handler: MIDIManager.NotificationHandler?) {
    delivery.callbacks.withLock { $0.handler = handler }
    thread = WorkerThread(name: "midi-notices") { [delivery] in delivery.deliver() }
  }

  deinit {
    delivery.notifications.finish()
    delivery.endpoints.finish()
    delivery.devices.finish()
  }

  var handler: MIDIManager.NotificationHandler? {
    get { delivery.callbacks.withLock { $0.handler } }
    set { delivery.callbacks.withLock { $0.handler = newValue } }
  }

  /// Called after each change of the endpoints.
  var observer: (@Sendable () -> Void)? {
    get { delivery.callbacks.withLock { $0.observer } }
    set { delivery.callbacks.withLock { $0.observer = newValue } }
  }

  /// Queues notifications, and the current endpoints if they have changed.
  func post(_ notices: [MIDIIONotification], endpoints: MIDIEndpoints? = nil) {
    delivery.waiting.withLock { waiting in
      waiting.notices += notices
      waiting.endpoints = endpoints ?? waiting.endpoints
    }
    thread?.wake()
  }

  func notifications() -> AsyncStream<MIDIIONotification> { delivery.notifications.stream() }

  func endpoints(first: MIDIEndpoints) -> AsyncStream<MIDIEndpoints> {
    delivery.endpoints.stream(first: first)
  }

  func devices(first: MIDIDevices) -> AsyncStream<MIDIDevices> {
    delivery.devices.stream(first: first)
  }
}

/// Streams that all get the same elements.
final class StreamHub<Element: Sendable>: Sendable {
  private let continuations = Mutex<[Int: AsyncStream<Element>.Continuation]>([:])
  private let count = Atomic(0)

  /// Returns a stream that keeps the newest 4096 elements for a slow reader.
  func stream(first: Element? = nil) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
      let number = count.add(1, ordering: .relaxed).newValue
      if let first { continuation.yield(first) }
      continuations.withLock { $0[number] = continuation }
      continuation.onTermination = { [weak self] _ in
        self?.continuations.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
  }

  func yield(_ element: Element) {
    for continuation in continuations.withLock({ Array($0.values) }) {
      continuation.yield(element)
    }
  }

  func finish() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
  }
}
