import Dispatch

/// Does several things at once that each may wait.
enum ParallelWork {
  /// Runs all of `jobs` and returns when the last one is done.
  static func run(_ jobs: [@Sendable () -> Void]) {
    let group = DispatchGroup()
    for job in jobs { DispatchQueue.global().async(group: group, execute: job) }
    group.wait()
  }
}
