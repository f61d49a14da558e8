import Dispatch
import Foundation
import TenutoTransport

/// The time limit of a suite, which ends a hung `make bench`.
struct SuiteLimit {
  private let suite: String
  private let start = MonotonicTime.now
  private let limit: DispatchWorkItem

  /// Starts the limit, which ends this process and everything that it started.
  init(_ suite: String, minutes: Int) {
    self.suite = suite
    limit = DispatchWorkItem {
      print("\(suite): ended after its limit of \(minutes) minutes")
      exit(3)
    }
    let end = DispatchTime.now() + .seconds(60 * minutes)
    DispatchQueue.global().asyncAfter(deadline: end, execute: limit)
  }

  /// Ends the limit, and prints the duration of the suite.
  func end() {
    limit.cancel()
    let time = Double(MonotonicTime.now.nanoseconds - start.nanoseconds)
    print("\(suite): took \((time / 1e9).fixed(1)) s")
    fflush(nil)
  }
}
