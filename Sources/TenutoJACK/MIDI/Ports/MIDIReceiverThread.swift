internal import Synchronization

/// A thread that calls receivers, one at a time.
///
/// An input without one gets a separate thread, so that a slow receiver delays no other. Give
/// several inputs the same thread if their receiver must not be called concurrently.
///
/// It ends with its last reference.
public final class MIDIReceiverThread: Sendable {
  private final class Lanes: Sendable {
    let all = Mutex<[MIDIInputLane]>([])
    let jobs = Mutex<[@Sendable () -> Void]>([])

    func takeJobs() -> [@Sendable () -> Void] {
      jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
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
      // Each lane delivers a part at a time, so that no lane delays the others for long.
      var isDone = false
      while !isDone {
        isDone = true
        for job in lanes.takeJobs() { job() }
        for lane in lanes.all.withLock({ $0 }) where !lane.deliver() { isDone = false }
      }
    }
  }

  /// Runs `work` on the thread, between two calls of receivers.
  ///
  /// Work that is waiting at the last release of the thread still runs.
  public func perform(_ work: @escaping @Sendable () -> Void) {
    lanes.jobs.withLock { $0.append(work) }
    thread?.wake()
  }

  /// Nil if the system has no thread left.
  var wakeup: OpaquePointer? { unsafe thread?.wakeup }

  func add(_ lane: MIDIInputLane) { lanes.all.withLock { $0.append(lane) } }

  func remove(_ lane: MIDIInputLane) { lanes.all.withLock { $0.removeAll { $0 === lane } } }
}
