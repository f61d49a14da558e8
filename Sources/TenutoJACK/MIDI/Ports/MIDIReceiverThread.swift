internal import Synchronization

/// A thread on which receivers are called, one at a time.
///
/// An input without one gets a thread of its own, so that a slow receiver delays no other. Give
/// several inputs the same one where their receiver must not be called twice at once.
///
/// It ends when nobody refers to it.
public final class MIDIReceiverThread: Sendable {
  private final class Lanes: Sendable {
    let all = Mutex<[MIDIInputLane]>([])
    let errands = Mutex<[@Sendable () -> Void]>([])

    func takeErrands() -> [@Sendable () -> Void] {
      errands.withLock { errands in
        defer { errands = [] }
        return errands
      }
    }
  }

  private let lanes: Lanes
  private let thread: WorkerThread?

  /// Starts a thread.
  ///
  /// - Parameter name: Shown by the system, cut to 15 bytes.
  public init(name: String = "midi-receiver") {
    let lanes = Lanes()
    self.lanes = lanes
    thread = WorkerThread(name: name) {
      // A lane delivers a part at a time, so that none keeps the others waiting for long.
      var isDone = false
      while !isDone {
        isDone = true
        for errand in lanes.takeErrands() { errand() }
        for lane in lanes.all.withLock({ $0 }) where !lane.deliver() { isDone = false }
      }
    }
  }

  /// Has `work` done on the thread, between two calls of receivers.
  ///
  /// Work that waits when the last reference to the thread goes is done, too.
  public func perform(_ work: @escaping @Sendable () -> Void) {
    lanes.errands.withLock { $0.append(work) }
    thread?.wake()
  }

  /// Nil where the system has no thread left.
  var wakeup: OpaquePointer? { unsafe thread?.wakeup }

  func add(_ lane: MIDIInputLane) { lanes.all.withLock { $0.append(lane) } }

  func remove(_ lane: MIDIInputLane) { lanes.all.withLock { $0.removeAll { $0 === lane } } }
}
