internal import CTenuto

/// The host's two segments of one instance: what goes to it and what comes from it.
///
/// Thread: control. The render thread works on the `HostPort` that it gives out.
@safe public final class InstanceMemory: Sendable {
  private let toMemory: SharedMemory
  private let fromMemory: SharedMemory
  private let toMapping: Mapping
  private let fromMapping: Mapping
  private let toShape: SegmentShape
  private let fromShape: SegmentShape

  /// Creates and maps both segments; a parked instance sleeps until `HostPort.unpark`.
  ///
  /// - Throws: The system's error where memory or descriptors run out; EINVAL for a format out of
  ///   range.
  public init(_ format: RenderFormat, parked: Bool = false) throws(SystemError) {
    guard format.isValid,
      let to = SegmentShape.toExtension(
        channelCount: format.inputChannelCount, frameCapacity: format.frameCapacity),
      let from = SegmentShape.fromExtension(
        channelCount: format.outputChannelCount, frameCapacity: format.frameCapacity)
    else { throw SystemError("allocate", code: 22) }
    toShape = to
    fromShape = from
    toMemory = try SharedMemory(byteCount: to.byteCount)
    fromMemory = try SharedMemory(byteCount: from.byteCount)
    toMapping = try Mapping(
      toMemory.writable.number, byteCount: to.byteCount, isWritable: true, isGuarded: true)
    fromMapping = try Mapping(
      fromMemory.writable.number, byteCount: from.byteCount, isWritable: true, isGuarded: true)
    let header = unsafe toMapping.base.bindMemory(to: tenuto_to_extension.self, capacity: 1)
    unsafe header.pointee.magic = TENUTO_LAYOUT_MAGIC
    unsafe header.pointee.version = TENUTO_LAYOUT_VERSION
    unsafe header.pointee.header_bytes = UInt32(to.headerBytes)
    unsafe header.pointee.channel_count = UInt32(to.channelCount)
    unsafe header.pointee.channel_stride = UInt32(to.channelStride)
    unsafe header.pointee.frame_capacity = UInt32(to.frameCapacity)
    unsafe header.pointee.parked = parked ? 1 : 0
  }

  /// What the extension may only read.
  public var toDescriptor: CInt { toMemory.readable.number }

  /// What the extension writes.
  public var fromDescriptor: CInt { fromMemory.writable.number }

  /// The render thread's view; valid as long as this object lives.
  public var port: HostPort {
    unsafe HostPort(
      to: toMapping.base, toShape: toShape, from: fromMapping.base, fromShape: fromShape,
      toBroken: toMapping.brokenWord, fromBroken: fromMapping.brokenWord)
  }

  /// Whether the extension has taken the memory away: there are zeros in its place.
  ///
  /// Thread: any.
  public var isBroken: Bool { port.isBroken }
}
