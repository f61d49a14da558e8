internal import CTenuto

/// Freed memory that the heap keeps.
package enum HeapMemory {
  /// Has it keep little from now on; before there is any other thread.
  static func bound() { tenuto_bound_heap() }

  /// Gives back what is free in the middle of it, after much was freed at once.
  ///
  /// Thread: control. Others that allocate wait for some 100 µs; render threads never do.
  package static func giveBack() { tenuto_trim_heap() }

  /// Bytes that it has handed out and not got back.
  ///
  /// Thread: control. What it keeps of freed blocks is not among them.
  package static var bytesInUse: Int { Int(tenuto_heap_in_use()) }
}
