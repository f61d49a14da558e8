internal import CTenuto
internal import Synchronization
internal import TenutoTransport

/// A counting semaphore with the monotonic clock.
@safe package final class Signal: @unchecked Sendable {  // points to an atomic
  private let count: UnsafeMutablePointer<Atomic<UInt32>>

  package init() {
    unsafe count = .allocate(capacity: 1)
    unsafe count.initialize(to: Atomic(0))
  }

  deinit { unsafe count.deallocate() }

  private var word: UnsafePointer<UInt32> {
    unsafe UnsafeRawPointer(count).assumingMemoryBound(to: UInt32.self)
  }

  /// Releases one waiter.
  ///
  /// Thread: any.
  package func send() {
    unsafe count.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
    _ = unsafe tenuto_futex_wake(word, 1)
  }

  /// Waits for a `send`.
  package func wait() { _ = wait(until: .never) }

  /// Waits at most `milliseconds`; returns false when the time is over.
  package func wait(milliseconds: UInt64) -> Bool {
    wait(until: .after(milliseconds: milliseconds))
  }

  private func wait(until deadline: MonotonicTime) -> Bool {
    while true {
      let seen = unsafe count.pointee.load(ordering: .acquiring)
      if seen > 0 {
        let (taken, _) = unsafe count.pointee.compareExchange(
          expected: seen, desired: seen - 1, ordering: .acquiringAndReleasing)
        if taken { return true }
      } else if deadline != .never && MonotonicTime.now >= deadline {
        return false
      } else {
        _ = unsafe tenuto_futex_wait(word, 0, deadline.nanoseconds)
      }
    }
  }
}
