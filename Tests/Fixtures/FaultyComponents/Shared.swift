import Glibc
import TenutoCore

/// State shared by the control thread and the render thread.
@safe final class Shared: @unchecked Sendable {  // the lock guards all of it
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var values: [UInt64: Float] = [:]
  private var lastCycle: time_t = 0

  init() {
    unsafe pthread_mutex_init(lock, nil)
  }

  private func locked<T>(_ body: () -> T) -> T {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  func value(_ address: UInt64) -> Float { locked { values[address] ?? 0 } }
  func set(_ address: UInt64, _ value: Float) { locked { values[address] = value } }
  var all: [UInt64: Float] { locked { values } }
  func setCycle() { locked { lastCycle = time(nil) } }
  /// Blocks the render thread.
  func hold(microseconds: UInt32) { _ = locked { usleep(microseconds) } }
  /// Whether a cycle was rendered within the last two seconds.
  var isRendering: Bool { locked { time(nil) - lastCycle < 2 } }
}
