internal import CTenuto

/// The shape of the samples in a segment: `[channel][frame]` after a header.
public struct SegmentShape: Equatable, Sendable, BitwiseCopyable {
  /// Bytes before the first channel, a multiple of 64.
  public let headerBytes: Int
  /// Channels of all busses in order, `0...256`.
  public let channelCount: Int
  /// Frames that each channel holds, `1...65536`.
  public let frameCapacity: Int
  /// Bytes from one channel to the next: whole cache lines, so that channels share none.
  public let channelStride: Int

  /// The most channels of a segment.
  public static let maximumChannelCount = 256
  /// The most frames of a channel.
  public static let maximumFrameCapacity = 65536

  /// Creates a shape, or nil if a number is out of range.
  public init?(headerBytes: Int, channelCount: Int, frameCapacity: Int) {
    guard (0...Self.maximumChannelCount).contains(channelCount),
      (1...Self.maximumFrameCapacity).contains(frameCapacity),
      headerBytes > 0, headerBytes <= 4096, headerBytes % Int(TENUTO_SAMPLE_ALIGNMENT) == 0
    else { return nil }
    self.headerBytes = headerBytes
    self.channelCount = channelCount
    self.frameCapacity = frameCapacity
    let alignment = Int(TENUTO_SAMPLE_ALIGNMENT)
    channelStride = (frameCapacity * 4 + alignment - 1) / alignment * alignment
  }

  /// The shape of the segment to an extension.
  static func toExtension(channelCount: Int, frameCapacity: Int) -> SegmentShape? {
    SegmentShape(
      headerBytes: MemoryLayout<tenuto_to_extension>.stride, channelCount: channelCount,
      frameCapacity: frameCapacity)
  }

  /// The shape of the segment from an extension.
  static func fromExtension(channelCount: Int, frameCapacity: Int) -> SegmentShape? {
    SegmentShape(
      headerBytes: MemoryLayout<tenuto_from_extension>.stride, channelCount: channelCount,
      frameCapacity: frameCapacity)
  }

  /// Bytes of the whole object, rounded up to pages.
  public var byteCount: Int {
    (headerBytes + channelCount * channelStride + 4095) / 4096 * 4096
  }
}
