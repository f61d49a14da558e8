internal import TenutoTransport

/// Memory of a kernel and its driver, next to the other data that the render thread uses.
///
/// Thread: control.
@usableFromInline enum DriverMemory {
  @unsafe @usableFromInline
  static func allocate<T: ~Copyable>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    unsafe HotMemory.allocate(type, count: 1)
  }

  @unsafe @usableFromInline
  static func deallocate<T: ~Copyable>(_ pointer: UnsafeMutablePointer<T>) {
    unsafe HotMemory.deallocate(pointer, count: 1)
  }
}
