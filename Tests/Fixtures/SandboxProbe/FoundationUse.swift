import Foundation

/// What an extension with Foundation and Dispatch would do in its sandbox.
enum FoundationUse {
  /// Prints `works`, or what does not.
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
    print(isRight && hour == "01:00" ? "works" : "sums \(sums), in time \(isInTime), hour \(hour)")
  }
}
