import Dispatch
import TenutoRender

/// Ends many instances in parallel: in sequence that takes seconds.
enum ParallelEnd {
  static func terminate(_ instances: [Instance]) {
    DispatchQueue.concurrentPerform(iterations: instances.count) { instances[$0].terminate() }
  }
}
