internal import Glibc
internal import Synchronization

/// Ends an input's wait for the other half of a parameter after a time limit.
final class ParameterClock: Sendable {
  private struct Waiting {
    weak var port: ReceivingPort?
    var due: UInt64
  }

  /// The time limit in ns: a slow cable transmits the other half in 1 ms.
  private let limit: UInt64
  private let waiting = Mutex<[Waiting]>([])
  private let thread = Mutex<WorkerThread?>(nil)
  private static let step: UInt64 = 10_000_000

  init(limit: UInt64 = 50_000_000) { self.limit = limit }

  /// Notes that an input has started to wait; called once until the limit has passed.
  func start(_ port: ReceivingPort) {
    waiting.withLock { $0.append(Waiting(port: port, due: Self.now + limit)) }
    thread.withLock { thread in
      // The thread is started when it is first needed.
      thread = thread ?? WorkerThread(name: "midi-halves") { [weak self] in self?.run() }
      thread?.wake()
    }
  }

  private func run() {
    while let due = waiting.withLock({ $0.map(\.due).min() }) {
      let now = Self.now
      if due > now { usleep(UInt32(min(due - now, Self.step) / 1000 + 1)) }
      for port in takeDue() where !port.flush() { retry(port) }
    }
  }

  private func takeDue() -> [ReceivingPort] {
    let now = Self.now
    return waiting.withLock { waiting in
      let due = waiting.filter { $0.due <= now }
      waiting.removeAll { $0.due <= now || $0.port == nil }
      return due.compactMap(\.port)
    }
  }

  /// Tries again, since its receiver is busy.
  private func retry(_ port: ReceivingPort) {
    waiting.withLock { $0.append(Waiting(port: port, due: Self.now + Self.step)) }
  }

  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
