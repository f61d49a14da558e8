import Glibc
import TenutoTransport

/// What an extension does to the memory that it shares with its host.
enum MemoryLie {
  /// What it writes.
  nonisolated(unsafe) static var descriptor: CInt = -1

  static func tell(_ name: String, _ memory: borrowing Mapping) {
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

  /// `MADV_REMOVE`: the pages go, in the object too.
  private static var removeAdvice: CInt { 9 }
}

/// Does something as often as it can, beside everything else.
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
