internal import CTenuto
internal import Synchronization

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
  private let chain = ChainWords.allocate()
  private let follower = Mutex(Follower())
  private let predecessor = Mutex(Before())

  /// The instance that this one hears, and by which ways; it stays mapped as long as that holds.
  private struct Before: Sendable {
    var memory: InstanceMemory?
    var sources: [Int?] = []
  }

  /// The instance to which this one hands on.
  private struct Follower: Sendable {
    weak var memory: InstanceMemory?
  }

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
    unsafe header.pointee.depth = UInt32(format.depth)
  }

  deinit { chain.deallocate() }

  /// What the extension may only read.
  public var toDescriptor: CInt { toMemory.readable.number }

  /// What the extension writes.
  public var fromDescriptor: CInt { fromMemory.writable.number }

  /// What the extension writes, to read only: for the one that follows it.
  package var outputDescriptor: CInt { fromMemory.readable.number }

  /// The shape of what the extension writes.
  package var outputShape: SegmentShape { fromShape }

  /// Says that the extension may follow `other`, which it has been linked to.
  ///
  /// Thread: control, while it follows nobody.
  package func setPredecessor(_ other: InstanceMemory, sources: [Int?]) {
    predecessor.withLock { $0 = Before(memory: other, sources: sources) }
    other.follower.withLock { $0.memory = self }
    unsafe chain.allow(other.chain.serial, doneWord: other.port.doneWord)
  }

  /// Whether the extension may follow `other` and hears its channels so.
  ///
  /// Thread: control.
  package func hears(_ other: InstanceMemory, sources: [Int?]) -> Bool {
    chain.predecessor == other.chain.serial
      && predecessor.withLock { $0.memory === other && $0.sources == sources }
  }

  /// Whether the extension has been linked to any other.
  ///
  /// Thread: control.
  package var isLinked: Bool { predecessor.withLock { $0.memory != nil } }

  /// Says that the extension may follow nobody any more; `isFollowing` says when it has come back.
  ///
  /// Thread: control.
  package func forbidFollowing() { chain.forbid() }

  /// Whether the extension may still be asleep on the word of another one.
  ///
  /// Thread: any.
  package var isFollowing: Bool { chain.isFollowing }

  /// Lets go of the one before, which nobody follows any more.
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

  /// Ends the host's sleep on this instance, or on one of those behind it in a chain.
  ///
  /// Thread: any but the render thread.
  package func wakeHost() {
    var memory: InstanceMemory? = self
    // A chain has at most one instance for each depth; a ring would be a mistake.
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

  /// Whether the extension has taken the memory away: there are zeros in its place.
  ///
  /// Thread: any.
  public var isBroken: Bool { port.isBroken }
}
