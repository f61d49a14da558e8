internal import CTenuto

/// Freed memory that the heap has kept.
package enum HeapMemory {
  /// Limits the memory that the heap keeps; call it before any other thread exists.
  static func bound() { tenuto_bound_heap() }

  /// Returns free memory to the system after much was freed at once.
  ///
  /// Thread: control. Threads that allocate wait for about 100 µs; render threads never allocate.
  package static func giveBack() { tenuto_trim_heap() }

  /// Bytes that are allocated and not yet freed.
  ///
  /// Thread: control. Freed blocks that the heap keeps are not counted.
  package static var bytesInUse: Int { Int(tenuto_heap_in_use()) }
}
