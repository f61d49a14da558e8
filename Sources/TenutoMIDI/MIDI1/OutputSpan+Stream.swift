extension OutputSpan where Element == UMP {
  /// Lets `body` write packets behind those that are there, and returns what it has taken.
  mutating func append(
    from bytes: Span<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UMP>) -> StreamProgress
  ) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe withUnsafeMutableBufferPointer { memory, count in
        let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
        // A plain value may be stored where none was.
        let progress = unsafe body(bytes, free)
        count += progress.written
        return progress.consumed
      }
    }
  }
}
