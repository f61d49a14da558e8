internal import CTenuto

/// The shape of the samples in a segment: `[channel][frame]` behind a header.
public struct SegmentShape: Equatable, Sendable, BitwiseCopyable {
  /// Bytes before the first channel, a multiple of 64.
  public let headerBytes: Int
  /// Channels of all busses in order, `0...256`.
  public let channelCount: Int
  /// Frames that each channel holds, `1...65536`.
  public let frameCapacity: Int
  /// Bytes from one channel to the next: whole cache lines, so that none is shared.
  public let channelStride: Int

  /// Channels that a segment may have at most.
  public static let maximumChannelCount = 256
  /// Frames that a channel may hold at most.
  public static let maximumFrameCapacity = 65536

  /// The shape, or nil where a number is out of range.
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

  /// The shape of what goes to an extension.
  static func toExtension(channelCount: Int, frameCapacity: Int) -> SegmentShape? {
    SegmentShape(
      headerBytes: MemoryLayout<tenuto_to_extension>.stride, channelCount: channelCount,
      frameCapacity: frameCapacity)
  }

  /// The shape of what comes from an extension.
  static func fromExtension(channelCount: Int, frameCapacity: Int) -> SegmentShape? {
    SegmentShape(
      headerBytes: MemoryLayout<tenuto_from_extension>.stride, channelCount: channelCount,
      frameCapacity: frameCapacity)
  }

  /// Bytes of the whole object, whole pages.
  public var byteCount: Int {
    (headerBytes + channelCount * channelStride + 4095) / 4096 * 4096
  }
}
