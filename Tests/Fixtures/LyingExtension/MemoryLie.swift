import Glibc
import TenutoTransport

/// An extension's faults in the memory shared with its host.
enum MemoryLie {
  /// The written value.
  nonisolated(unsafe) static var descriptor: CInt = -1

  static func apply(_ name: String, _ memory: borrowing Mapping) {
    switch name {
    case "truncate":
      if unsafe ftruncate(descriptor, 0) != 0 { _exit(7) }
      // The extension itself would fault at the next access.
      while true { pause() }
    case "punch":
      if unsafe madvise(memory.base, memory.byteCount, removeAdvice) != 0 { _exit(7) }
    default: break
    }
  }

  /// `MADV_REMOVE` removes the pages from the object too.
  private static var removeAdvice: CInt { 9 }
}

/// Repeats a fault as fast as possible, on another thread.
enum Flood {
  static func run(_ body: @escaping () -> Void) {
    let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        let box = unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
        while true { box.body() }
      }, context)
  }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
