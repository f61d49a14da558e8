import Dispatch
import Foundation
import TenutoTransport

/// he time limit of a suite, which ends a hung `make bench`.
enum SuiteLimit {
  /// Longer than any suite.
  private static let minutes = 40

  /// Runs a suite and prints its duration; after the limit, ends this process and everything that
  /// it started.
  static func apply(_ name: String, _ measure: () throws -> Void) throws {
    let limit = DispatchWorkItem {
      print("\(name): stands still, ended after \(minutes) minutes")
      exit(3)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60 * minutes), execute: limit)
    defer { limit.cancel() }
    let time = try nanoseconds(measure)
    print("\(name): took \((time / 1e9).fixed(1)) s")
  }
}
