extension MIDI1Parser {
  /// Parses bytes until they end or no packet is free, with the rules of `parse(_:)`.
  ///
  /// Thread: any. Room for one packet per byte is always enough.
  @_noLocks
  public mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>
  ) -> StreamProgress {
    var progress = StreamProgress(consumed: 0, written: 0)
    while progress.consumed < bytes.count && progress.written < packets.count {
      if isBetweenMessages {
        var run = MIDI1Run(status: status, progress: progress)
        unsafe run.parse(bytes, into: packets, group: group)
        status = UInt8(truncatingIfNeeded: run.status)
        progress = run.progress
        if progress.consumed == bytes.count || progress.written == packets.count { break }
      }
      if let packet = unsafe parse(bytes[progress.consumed]) {
        unsafe packets[progress.written] = packet
        progress.written += 1
      }
      progress.consumed += 1
    }
    return progress
  }

  /// Parses bytes until they end or no packet is free, and returns the number consumed.
  ///
  /// Thread: any.
  public mutating func parse(_ bytes: Span<UInt8>, into packets: inout OutputSpan<UMP>) -> Int {
    unsafe packets.append(from: bytes) { bytes, packets in unsafe parse(bytes, into: packets) }
  }
}

/// The progress of one call over a whole buffer.
///
/// When the output is full before all input is consumed, the caller empties it and resumes after
/// the last consumed element.
public struct StreamProgress: BitwiseCopyable, Sendable, Hashable {
  /// The number of input elements consumed.
  public var consumed: Int

  /// The number of output elements written.
  public var written: Int

  /// Creates a progress.
  ///
  /// Thread: any.
  @_noLocks
  public init(consumed: Int, written: Int) {
    self.consumed = consumed
    self.written = written
  }

  /// Returns whether two calls progressed equally far.
  ///
  /// Thread: any.
  @_noLocks
  public static func == (left: StreamProgress, right: StreamProgress) -> Bool {
    left.consumed == right.consumed && left.written == right.written
  }
}

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
