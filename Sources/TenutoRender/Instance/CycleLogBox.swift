internal import Synchronization
internal import TenutoCore

/// Owns a log for control, with the newest snapshot of its node: the log is freed with its last
/// reference.
final class CycleLogBox: Sendable {
  let log: CycleLog
  /// A copy of `log`, for the render thread to take.
  let copy: CopyOfLog
  let byteCount: Int
  private let snapshot = Mutex<Snapshot?>(nil)
  /// The position from which on another snapshot may be tried.
  private let nextTry = Mutex(0)

  @safe struct CopyOfLog: @unchecked Sendable {  // never changes
    let log: UnsafeMutablePointer<CycleLog>
  }

  /// A snapshot, and the position of the first cycle after it.
  struct Snapshot: Sendable {
    var snapshot: InstanceSnapshot
    let position: Int
    let epoch: Int
  }

  /// Where another instance begins to follow the node.
  struct Start: Sendable {
    /// Nil for the node's initial state.
    let snapshot: InstanceSnapshot?
    let position: Int
    let epoch: Int
    /// The newest cycle that the instance need not render; nil if none is known.
    let cycle: UInt32?
  }

  /// Creates the log of a node with `inputChannelCount` input channels.
  ///
  /// With `isLate`, the node has played before.
  init(inputChannelCount: Int, byteCount: Int? = nil, isLate: Bool = false) {
    self.byteCount = byteCount ?? (inputChannelCount > 0 ? 32 : 8) << 20
    log = .allocate(byteCount: self.byteCount, isLate: isLate)
    let copy = UnsafeMutablePointer<CycleLog>.allocate(capacity: 1)
    unsafe copy.initialize(to: log)
    self.copy = unsafe CopyOfLog(log: copy)
  }

  deinit {
    log.deallocate()
    unsafe copy.log.deallocate()
  }

  /// The start for an instance that is to reach the node's state; nil if none is known.
  var start: Start? {
    let known = snapshot.withLock { $0 }
    if let known, log.has(known.position, since: known.epoch) {
      return Start(
        snapshot: known.snapshot, position: known.position, epoch: known.epoch,
        cycle: known.snapshot.cycle)
    }
    let (position, epoch) = (log.start, log.startEpoch)
    guard log.has(position, since: epoch) else { return nil }
    let first = log.record(at: position)?.header.cycle
    return Start(snapshot: nil, position: position, epoch: epoch, cycle: first.map { $0 &- 1 })
  }

  /// Whether the node has its initial state and all of its later values by events.
  var isUndiverted: Bool { log.epoch == log.startEpoch }

  /// The newest cycle; nil before the first.
  var newest: CycleLog.Header? { log.record(at: log.newestStart)?.header }

  /// Whether the log has more than `frameCount` frames since its start, or is half full, so that a
  /// newer snapshot is due.
  func isSnapshotDue(after frameCount: Int64) -> Bool {
    let end = log.end
    guard let start, let newest, let first = log.record(at: start.position)?.header,
      newest.sampleTime &- first.sampleTime > frameCount || end - start.position > byteCount / 2
    else { return false }
    return nextTry.withLock { $0 <= end }
  }

  /// Lets some cycles pass before another snapshot is tried.
  func postponeSnapshot() {
    let end = log.end
    nextTry.withLock { $0 = end + byteCount / 8 }
  }

  /// Keeps a snapshot that was requested in `epoch`, as the start for later instances.
  ///
  /// The cycle is the extension's claim: one that the log does not hold is refused. If its state
  /// belongs to another cycle, the digests of later outputs differ.
  func keep(_ new: InstanceSnapshot, epoch: Int) -> Bool {
    var position = max(log.oldest, start?.position ?? 0)
    while let record = log.record(at: position) {
      guard log.has(record.position, since: epoch) else { return false }
      if record.header.cycle == new.cycle {
        let next = Snapshot(snapshot: new, position: record.next, epoch: epoch)
        snapshot.withLock { $0 = next }
        return true
      }
      position = record.next
    }
    return false
  }

  /// Changes the snapshot, for tests.
  func changeSnapshot(_ body: (inout [UInt8]) -> Void) {
    snapshot.withLock { known in
      guard var changed = known else { return }
      body(&changed.snapshot.bytes)
      known = changed
    }
  }
}
