internal import CTenuto
public import TenutoCore

/// The host's side of the cycle page: one per engine, read-only in every extension.
///
/// It announces cycles, and says on which instance the host sleeps.
@safe public struct CyclePage: ~Copyable {
  private let memory: SharedMemory
  private let mapping: Mapping
  private let page: UnsafeMutablePointer<tenuto_cycle_page>

  /// Depths that a graph may have.
  public static var maximumDepthCount: Int { @_noLocks get { Int(TENUTO_MAXIMUM_DEPTHS) } }

  /// Creates the page.
  ///
  /// Thread: control.
  ///
  /// - Throws: The system's error where memory or descriptors run out.
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

  /// The descriptor that extensions get: it cannot be mapped writable.
  public var descriptor: CInt { memory.readable.number }

  /// What all depths of one cycle have in common.
  public struct Announcement: BitwiseCopyable, Sendable {
    /// Frames in the cycle.
    public var frameCount: UInt32
    /// Frames since start, of the first frame.
    public var sampleTime: Int64
    /// When the host stops waiting; `.never` when no time runs.
    public var deadline: MonotonicTime
    /// Whether extensions shall say when they began and finished.
    public var isMeasured: Bool

    /// States a cycle.
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

  /// Writes what all depths of the next cycle have in common; no depth may be running.
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

  /// Contexts that one cycle can have; a cycle with more changes must be made shorter.
  public static var maximumContextCount: Int { @_noLocks get { Int(TENUTO_MAXIMUM_CONTEXTS) } }

  /// Adds what the music's time is from `frameOffset` of the next cycle on.
  ///
  /// Thread: render. After `announce`, in the order of frames; what is more than
  /// `maximumContextCount` is left out.
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

  /// Says that `depth` is as far as `cycle`, where nobody sleeps: before an instance comes to a depth
  /// that has not been in use, whose word could be so old that it looks like the future.
  ///
  /// Thread: render.
  @_noLocks
  public func bringUp(_ cycle: UInt32, depth: Int) {
    unsafe tenuto_store_release(words(depth) + DepthWord.cycle, cycle)
  }

  /// Says that the host is about to sleep on `slot`, or on none.
  ///
  /// Thread: render.
  @_noLocks
  public func setWaiter(_ slot: UInt32?, depth: Int) {
    let value = if let slot { slot &+ 1 } else { UInt32(0) }
    unsafe tenuto_store(words(depth) + DepthWord.waiter, value)
  }

  /// Marks `cycle` as given up at its deadline.
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
