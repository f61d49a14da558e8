internal import CTenuto
internal import Synchronization

/// The host's two segments of one instance: one to it and one from it.
///
/// Thread: control. The render thread uses its `HostPort`.
@safe public final class InstanceMemory: Sendable {
  private let toMemory: SharedMemory
  private let fromMemory: SharedMemory
  private let toMapping: Mapping
  private let fromMapping: Mapping
  private let toShape: SegmentShape
  private let fromShape: SegmentShape
  private let chain = ChainWords.allocate()
  private let follower = Mutex(Follower())
  private let predecessor = Mutex(Before())

  /// The predecessor and its channel map; the predecessor's memory stays mapped while this exists.
  private struct Before: Sendable {
    var memory: InstanceMemory?
    var sources: [Int?] = []
  }

  /// The instance that follows this one.
  private struct Follower: Sendable {
    weak var memory: InstanceMemory?
  }

  /// Creates and maps both segments; a parked instance sleeps until `HostPort.unpark`.
  ///
  /// - Throws: The system's error if memory or descriptors run out; EINVAL for a format out of
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
    unsafe header.pointee.depth = UInt32(format.depth)
  }

  deinit { chain.deallocate() }

  /// The segment to the extension, read-only for it.
  public var toDescriptor: CInt { toMemory.readable.number }

  /// The segment from the extension, which it writes.
  public var fromDescriptor: CInt { fromMemory.writable.number }

  /// The segment from the extension, read-only, for the instance that follows it.
  package var outputDescriptor: CInt { fromMemory.readable.number }

  /// The shape of the segment from the extension.
  package var outputShape: SegmentShape { fromShape }

  /// Allows the extension to follow `other`, to which it has been linked.
  ///
  /// Thread: control, while the instance does not follow.
  package func setPredecessor(_ other: InstanceMemory, sources: [Int?]) {
    predecessor.withLock { $0 = Before(memory: other, sources: sources) }
    other.follower.withLock { $0.memory = self }
    unsafe chain.allow(
      other.chain.serial, doneWord: other.port.doneWord, map: ChannelMap(sources))
  }

  /// Whether the extension may follow `other` with this channel map.
  ///
  /// Thread: control.
  package func mayFollow(_ other: InstanceMemory, sources: [Int?]) -> Bool {
    chain.predecessor == other.chain.serial
      && predecessor.withLock { $0.memory === other && $0.sources == sources }
  }

  /// Whether the extension has been linked to another instance.
  ///
  /// Thread: control.
  package var isLinked: Bool { predecessor.withLock { $0.memory != nil } }

  /// Forbids the extension to follow; `isFollowing` becomes false once it has left.
  ///
  /// Thread: control.
  package func forbidFollowing() { chain.forbid() }

  /// Whether the extension may still be asleep on another extension's word.
  ///
  /// Thread: any.
  package var isFollowing: Bool { chain.isFollowing }

  /// Releases the predecessor, once the instance no longer follows it.
  ///
  /// Thread: control.
  package func forgetPredecessor() {
    chain.forbid()
    let old = predecessor.withLock { before in
      defer { before = Before() }
      return before.memory
    }
    old?.follower.withLock { if $0.memory === self { $0.memory = nil } }
  }

  /// Ends the host's sleep on this instance, or on one of its followers in a chain.
  ///
  /// Thread: any but the render thread.
  package func wakeHost() {
    var memory: InstanceMemory? = self
    // A chain has at most one instance per depth; the limit guards against a cycle of followers.
    for _ in 0..<CyclePage.maximumDepthCount {
      guard let current = memory else { return }
      current.port.wakeHost()
      memory = current.follower.withLock { $0.memory }
    }
  }

  /// The render thread's view; valid as long as this object lives.
  public var port: HostPort {
    unsafe HostPort(
      to: toMapping.base, toShape: toShape, from: fromMapping.base, fromShape: fromShape,
      toBroken: toMapping.brokenWord, fromBroken: fromMapping.brokenWord, chain: chain)
  }

  /// Whether the extension has taken the memory away; zeros have replaced it.
  ///
  /// Thread: any.
  public var isBroken: Bool { port.isBroken }
}
