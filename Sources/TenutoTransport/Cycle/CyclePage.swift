internal import CTenuto
public import TenutoCore

/// The host's side of the cycle page: one per engine, read-only in every extension.
///
/// It announces cycles and names the instance on which the host sleeps.
@safe public struct CyclePage: ~Copyable {
  private let memory: SharedMemory
  private let mapping: Mapping
  private let page: UnsafeMutablePointer<tenuto_cycle_page>

  /// The most depths of a graph.
  public static var maximumDepthCount: Int { @_noLocks get { Int(TENUTO_MAXIMUM_DEPTHS) } }

  /// Creates the page.
  ///
  /// Thread: control.
  ///
  /// - Throws: The system's error if memory or descriptors run out.
  public init() throws(SystemError) {
    let byteCount = MemoryLayout<tenuto_cycle_page>.stride
    let memory = try SharedMemory(byteCount: byteCount)
    let mapping = try Mapping(
      memory.writable.number, byteCount: byteCount, isWritable: true, isGuarded: true)
    unsafe page = mapping.base.bindMemory(to: tenuto_cycle_page.self, capacity: 1)
    unsafe page.pointee.magic = TENUTO_LAYOUT_MAGIC
    unsafe page.pointee.version = TENUTO_LAYOUT_VERSION
    unsafe page.pointee.page_bytes = UInt32(byteCount)
    unsafe page.pointee.depth_count = UInt32(TENUTO_MAXIMUM_DEPTHS)
    self.memory = memory
    self.mapping = mapping
  }

  /// The descriptor for extensions, which cannot be mapped writable.
  public var descriptor: CInt { memory.readable.number }

  /// The part of a cycle that all depths have in common.
  public struct Announcement: BitwiseCopyable, Sendable {
    /// Frames in the cycle.
    public var frameCount: UInt32
    /// Frames since start, of the first frame.
    public var sampleTime: Int64
    /// When the host stops waiting; `.never` offline.
    public var deadline: MonotonicTime
    /// Whether extensions report when they began and finished.
    public var isMeasured: Bool

    /// Creates an announcement.
    @_noLocks
    public init(
      frameCount: UInt32, sampleTime: Int64, deadline: MonotonicTime, isMeasured: Bool = false
    ) {
      self.frameCount = frameCount
      self.sampleTime = sampleTime
      self.deadline = deadline
      self.isMeasured = isMeasured
    }
  }

  /// Writes the announcement of the next cycle; no depth may be running.
  ///
  /// Thread: render.
  @_noLocks
  public func announce(_ cycle: Announcement) {
    unsafe page.pointee.frame_count = cycle.frameCount
    unsafe page.pointee.sample_time = cycle.sampleTime
    unsafe page.pointee.deadline = cycle.deadline.nanoseconds
    let offline = cycle.deadline.nanoseconds == 0 ? TENUTO_CYCLE_OFFLINE : 0
    let measured = cycle.isMeasured ? TENUTO_CYCLE_MEASURED : 0
    unsafe page.pointee.flags = offline | measured
    unsafe page.pointee.context_count = 0
  }

  /// The most contexts of one cycle; the engine must shorten a cycle with more changes.
  public static var maximumContextCount: Int { @_noLocks get { Int(TENUTO_MAXIMUM_CONTEXTS) } }

  /// Adds the musical context that holds from `frameOffset` of the next cycle on.
  ///
  /// Thread: render. After `announce`, in the order of frames; contexts beyond
  /// `maximumContextCount` are dropped.
  @_noLocks
  public func addContext(_ context: MusicalContext, frameOffset: UInt32) {
    let count = unsafe page.pointee.context_count
    guard count < UInt32(TENUTO_MAXIMUM_CONTEXTS) else { return }
    let contexts = unsafe UnsafeMutableRawPointer(page).advanced(by: Self.contextsOffset)
      .assumingMemoryBound(to: tenuto_musical_context.self)
    unsafe contexts[Int(count)] = tenuto_musical_context(context, frameOffset: frameOffset)
    unsafe page.pointee.context_count = count &+ 1
  }

  static var contextsOffset: Int { @_noLocks get { TENUTO_PAGE_CONTEXTS_OFFSET } }

  /// Starts `cycle` at `depth`: publishes its number and wakes every instance there with one call.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func start(_ cycle: UInt32, depth: Int) {
    let word = unsafe words(depth)
    unsafe tenuto_store_release(word + DepthWord.cycle, cycle)
    _ = unsafe tenuto_futex_wake(word + DepthWord.cycle, CInt.max)
  }

  /// Sets the cycle of an idle depth to `cycle` before an instance moves there: the word of an
  /// unused depth could be so old that it looks like the future.
  ///
  /// Thread: render.
  @_noLocks
  public func catchUp(_ cycle: UInt32, depth: Int) {
    unsafe tenuto_store_release(words(depth) + DepthWord.cycle, cycle)
  }

  /// Announces that the host is about to sleep on `slot`, or on no slot.
  ///
  /// Thread: render.
  @_noLocks
  public func setWaiter(_ slot: UInt32?, depth: Int) {
    let value = if let slot { slot &+ 1 } else { UInt32(0) }
    unsafe tenuto_store(words(depth) + DepthWord.waiter, value)
  }

  /// Marks `cycle` as abandoned at its deadline.
  ///
  /// Thread: render.
  @_noLocks
  public func giveUp(_ cycle: UInt32, depth: Int) {
    unsafe tenuto_store_release(words(depth) + DepthWord.givenUp, cycle)
  }

  @_noLocks
  private func words(_ depth: Int) -> UnsafeMutablePointer<UInt32> {
    precondition(depth >= 0 && depth < Int(TENUTO_MAXIMUM_DEPTHS))
    return unsafe UnsafeMutableRawPointer(page).advanced(by: DepthWord.offset(ofDepth: depth))
      .assumingMemoryBound(to: UInt32.self)
  }
}
