internal import Dispatch
internal import Synchronization

/// Delivers notices to all observers.
final class Notifier<Notice: Sendable>: Sendable {
  private struct Readers: Sendable {
    var all: [Int: @Sendable (Notice) -> Void] = [:]
    var last = 0
  }

  private let readers = Mutex(Readers())

  /// Calls `body` with each notice, on the queue of notifications, until it is removed.
  func add(_ body: @escaping @Sendable (Notice) -> Void) -> Int {
    readers.withLock { readers in
      readers.last += 1
      readers.all[readers.last] = body
      return readers.last
    }
  }

  /// Removes an observer; its captured objects are released outside the lock, because they may call
  /// back.
  func remove(_ number: Int) { _ = readers.withLock { $0.all.removeValue(forKey: number) } }

  /// Returns a stream that keeps the newest 4096 notices for a slow reader.
  func stream() -> AsyncStream<Notice> {
    AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
      let number = add { continuation.yield($0) }
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    }
  }

  /// Calls `body` with each notice until the returned object is cancelled or released.
  func observe(_ body: @escaping @Sendable (Notice) -> Void) -> MIDIObservation {
    let number = add(body)
    return MIDIObservation { [weak self] in self?.remove(number) }
  }

  func post(_ notice: Notice) {
    Setup.shared.notifications.async {
      for body in self.readers.withLock({ $0.all.sorted { $0.key < $1.key } }) {
        body.value(notice)
      }
    }
  }
}

/// An observation of a manager; it ends when this object is released.
///
/// Thread: any.
public final class MIDIObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation; a call in progress may end later.
  public func cancel() { end() }
}
