import Dispatch
import Foundation
import TenutoTransport

/// The time limit of a suite: `make bench` ends, whatever stands still.
struct SuiteLimit {
  /// No suite takes this long.
  private static let minutes = 40

  private let suite: String
  private let start = MonotonicTime.now
  private let limit: DispatchWorkItem

  /// Starts the limit, which ends this process, and with it everything that the process started.
  init(_ suite: String) {
    self.suite = suite
    limit = DispatchWorkItem {
      print("\(suite): stands still, ended after \(Self.minutes) minutes")
      exit(3)
    }
    let end = DispatchTime.now() + .seconds(60 * Self.minutes)
    DispatchQueue.global().asyncAfter(deadline: end, execute: limit)
  }

  /// Ends the limit, and prints how long the suite took.
  func end() {
    limit.cancel()
    let time = Double(MonotonicTime.now.nanoseconds - start.nanoseconds)
    print("\(suite): took \((time / 1e9).fixed(1)) s")
  }
}
