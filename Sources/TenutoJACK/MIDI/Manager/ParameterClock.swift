internal import Glibc
internal import Synchronization

/// Has inputs give up waiting for the other half of a parameter when its time is over.
final class ParameterClock: Sendable {
  private struct Waiting {
    weak var port: ReceivingPort?
    var due: UInt64
  }

  /// How long a half is waited for, in ns: a slow cable brings the other one in 1 ms.
  private let limit: UInt64
  private let waiting = Mutex<[Waiting]>([])
  private let thread = Mutex<WorkerThread?>(nil)
  private static let step: UInt64 = 10_000_000

  init(limit: UInt64 = 50_000_000) { self.limit = limit }

  /// Notes that an input waits since now; called once until it has been rung.
  func start(_ port: ReceivingPort) {
    waiting.withLock { $0.append(Waiting(port: port, due: Self.now + limit)) }
    thread.withLock { thread in
      // A clock that nobody needs has no thread.
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

  /// Its receiver is at work.
  private func retry(_ port: ReceivingPort) {
    waiting.withLock { $0.append(Waiting(port: port, due: Self.now + Self.step)) }
  }

  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
