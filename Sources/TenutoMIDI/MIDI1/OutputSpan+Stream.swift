extension OutputSpan where Element == UMP {
  /// Lets `body` append packets, and returns the number of elements it has consumed.
  mutating func append(
    from bytes: Span<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UMP>) -> StreamProgress
  ) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe withUnsafeMutableBufferPointer { memory, count in
        let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
        // A trivial value may be stored in uninitialized memory.
        let progress = unsafe body(bytes, free)
        count += progress.written
        return progress.consumed
      }
    }
  }
}
