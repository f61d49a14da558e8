import CTenuto
import Glibc

/// What the sanitizer and the counter look at: the cycles, and nothing between them.
struct RenderWatch {
  private let counter: (@convention(c) () -> Int)?
  /// Calls of the allocator in all cycles.
  private(set) var allocations = 0

  init() {
    // Only there where it is preloaded.
    counter = unsafe unsafeBitCast(
      dlsym(nil, "tenuto_allocation_count"), to: (@convention(c) () -> Int)?.self)
  }

  /// Calls of the allocator by this thread since its start.
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
