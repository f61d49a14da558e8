import Foundation
import Synchronization

/// The work of an extension with Foundation and Dispatch in its sandbox.
enum FoundationUse {
  /// Prints `works`, or the failure.
  static func run() {
    var sums = [Int](repeating: 0, count: 4)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      nonisolated(unsafe) let sums = unsafe sums
      DispatchQueue.concurrentPerform(iterations: 4) { index in unsafe sums[index] = index }
    }
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.001) { ended.signal() }
    let isInTime = ended.wait(timeout: .now() + 10) == .success
    let text = try? JSONEncoder().encode([Date(timeIntervalSince1970: 0)])
    let isRight = sums.reduce(0, +) == 6 && text?.isEmpty == false && isInTime
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
    formatter.dateFormat = "HH:mm"
    let hour = formatter.string(from: Date(timeIntervalSince1970: 0))
    let count = contend()
    print(
      isRight && hour == "01:00" && count == 40_000
        ? "works" : "sums \(sums), in time \(isInTime), hour \(hour), count \(count)")
  }

  /// Threads that wait for each other, on a Swift mutex and on a libpthread mutex with a condition;
  /// returns their count.
  private static func contend() -> Int {
    let count = Mutex(0)
    let condition = NSCondition()
    nonisolated(unsafe) var ended = 0
    for _ in 0..<4 {
      Thread.detachNewThread {
        for turn in 0..<10_000 {
          count.withLock { $0 += 1 }
          if turn % 100 == 0 { count.withLock { _ in _ = usleep(20) } }
        }
        condition.withLock {
          unsafe ended += 1
          condition.broadcast()
        }
      }
    }
    condition.withLock { while unsafe ended < 4 { condition.wait() } }
    return count.withLock { $0 }
  }
}
