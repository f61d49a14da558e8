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
