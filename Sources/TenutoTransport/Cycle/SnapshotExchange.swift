internal import Synchronization

/// Passes the memory of a snapshot from the control thread to the render thread and back.
///
/// Only the render thread touches a kernel, so it also copies the kernel's state, between two
/// cycles. Valid until `deallocate`.
@safe public struct SnapshotExchange: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let state: UnsafeMutablePointer<Atomic<UInt32>>
  /// Belongs to the thread that the state names.
  private let job: UnsafeMutablePointer<SnapshotJob>

  private static var idle: UInt32 { @_noLocks get { 0 } }
  private static var afterCycle: UInt32 { @_noLocks get { 1 } }
  private static var atOnce: UInt32 { @_noLocks get { 2 } }
  private static var taken: UInt32 { @_noLocks get { 3 } }
  private static var done: UInt32 { @_noLocks get { 4 } }

  /// Thread: control.
  package static func allocate() -> SnapshotExchange {
    let state = unsafe HotMemory.allocate(Atomic<UInt32>.self, count: 1)
    unsafe state.initialize(to: Atomic(idle))
    let job = UnsafeMutablePointer<SnapshotJob>.allocate(capacity: 1)
    unsafe job.initialize(to: SnapshotJob(nil, count: 0, isRestoring: false))
    return unsafe SnapshotExchange(state: state, job: job)
  }

  /// Frees its memory; no thread may use it afterwards.
  ///
  /// Thread: control.
  package func deallocate() {
    unsafe state.deinitialize(count: 1)
    unsafe HotMemory.deallocate(state, count: 1)
    unsafe job.deallocate()
  }

  /// Posts a job: for directly after a cycle, or for as soon as the render thread is awake.
  ///
  /// Thread: control, one job at a time.
  package func post(_ new: SnapshotJob, isAtOnce: Bool) {
    unsafe job.pointee = new
    unsafe state.pointee.store(isAtOnce ? Self.atOnce : Self.afterCycle, ordering: .releasing)
  }

  /// The job once the render thread has done it, or nil.
  ///
  /// Thread: control.
  package func result() -> SnapshotJob? {
    guard unsafe state.pointee.load(ordering: .acquiring) == Self.done else { return nil }
    unsafe state.pointee.store(Self.idle, ordering: .relaxed)
    return unsafe job.pointee
  }

  /// Takes a job back; returns false if the render thread is doing it or has done it.
  ///
  /// Thread: control.
  package func withdraw() -> Bool {
    for wanted in [Self.afterCycle, Self.atOnce] {
      let (isBack, _) = unsafe state.pointee.compareExchange(
        expected: wanted, desired: Self.idle, ordering: .acquiringAndReleasing)
      if isBack { return true }
    }
    return false
  }

  /// Whether a job is to be done now.
  ///
  /// Thread: render. One load in most cycles.
  @_noLocks
  func isWanted(hasJustFinished: Bool) -> Bool {
    let wanted = unsafe state.pointee.load(ordering: .relaxed)
    return wanted == Self.atOnce || hasJustFinished && wanted == Self.afterCycle
  }

  /// Takes the job; nil if the control thread has taken it back.
  ///
  /// Thread: render.
  @_noLocks
  func take() -> SnapshotJob? {
    let wanted = unsafe state.pointee.load(ordering: .relaxed)
    guard wanted == Self.atOnce || wanted == Self.afterCycle else { return nil }
    let (isTaken, _) = unsafe state.pointee.compareExchange(
      expected: wanted, desired: Self.taken, ordering: .acquiringAndReleasing)
    return isTaken ? unsafe job.pointee : nil
  }

  /// Hands the job back.
  ///
  /// Thread: render.
  @_noLocks
  func finish(_ old: SnapshotJob) {
    unsafe job.pointee = old
    unsafe state.pointee.store(Self.done, ordering: .releasing)
  }
}

/// The memory of a snapshot, to be written or read by the render thread.
@safe public struct SnapshotJob: BitwiseCopyable {
  /// Its bytes; nil to count them only.
  public let bytes: UnsafeMutableRawPointer?
  /// The room, or the bytes to restore.
  public let count: Int
  /// Whether the kernel reads the bytes, and does not write them.
  public let isRestoring: Bool
  /// Whether the kernel has written or read exactly `count` bytes.
  public var isComplete = false
  /// The newest cycle in the snapshot.
  public package(set) var cycle: UInt32 = 0

  /// Thread: control.
  package init(_ bytes: UnsafeMutableRawPointer?, count: Int, isRestoring: Bool) {
    unsafe self.bytes = bytes
    self.count = count
    self.isRestoring = isRestoring
  }
}
