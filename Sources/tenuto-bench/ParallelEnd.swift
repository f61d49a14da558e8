import Dispatch
import TenutoRender

/// Ends many instances at once: one after the other takes seconds.
enum ParallelEnd {
  static func terminate(_ instances: [Instance]) {
    DispatchQueue.concurrentPerform(iterations: instances.count) { instances[$0].terminate() }
  }
}
