import CTenuto
import Glibc

/// The measured part: the cycles, and nothing in between.
struct RenderWatch {
  private let counter: (@convention(c) () -> Int)?
  /// The allocator calls of all cycles.
  private(set) var allocations = 0

  init() {
    // Only available if it is preloaded.
    counter = unsafe unsafeBitCast(
      dlsym(nil, "tenuto_allocation_count"), to: (@convention(c) () -> Int)?.self)
  }

  /// The allocator calls of this thread since its start.
  var allocationCount: Int { counter?() ?? 0 }

  /// Runs one cycle.
  mutating func cycle(_ body: () -> Void) {
    let before = allocationCount
    tenuto_realtime_enter()
    body()
    tenuto_realtime_exit()
    allocations += allocationCount - before
  }
}
