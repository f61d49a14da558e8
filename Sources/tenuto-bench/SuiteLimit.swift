import Dispatch
import Foundation
import TenutoTransport

/// The time limit of a suite: `make bench` ends, whatever stands still.
enum SuiteLimit {
  /// No suite takes this long.
  private static let minutes = 40

  /// Runs a suite and prints how long it took; after the limit it ends this process, and with it
  /// everything that the process started.
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
