internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// The thread that receives the notices and the output of all extensions of the host.
///
/// A source is disarmed once it is read, until it is armed again. So a control channel that a call
/// reads does not wake the thread repeatedly: the call takes the notices too, and arms the source
/// afterwards. Each source gets a bounded turn, so that a flood does not delay the others.
final class NoticeHub: Sendable {
  /// The one hub of this process.
  static let shared = NoticeHub()

  /// The end of a source's turn.
  enum Turn: Equatable {
    /// Everything was taken: wake at the next notice.
    case wait
    /// There may be more, but other sources come first.
    case pause
    /// There may be more, but not before this time.
    case rest(until: MonotonicTime)
    /// A call takes the notices, and arms the source afterwards.
    case busy
    /// No further notices follow.
    case end
  }

  private struct Source: Sendable {
    let descriptor: CInt
    let take: @Sendable () -> Turn
    var isArmed = true
  }

  private struct State {
    var sources: [UInt64: Source] = [:]
    var nextKey: UInt64 = 1
    var isWoken = false
  }

  /// The pause of a source after a full turn, in ms, which limits the cost of a flood.
  private static let pauseMilliseconds: UInt64 = 1
  /// A byte in this pipe wakes the thread after a change.
  private let wakePipe: (reader: CInt, writer: CInt)
  private let state = Mutex(State())

  private init() {
    var reader: CInt = -1
    var writer: CInt = -1
    let error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else {
      HostError("No pipe for notices of extensions", shortOf: SystemError("pipe", code: error))
        .leave()
    }
    wakePipe = (reader, writer)
    DetachedThread.startOrTrap { NoticeHub.shared.run() }
  }

  /// Calls `take` on the hub's thread when `descriptor` has something to read.
  ///
  /// Thread: any. The descriptor stays open until `remove`.
  func add(_ descriptor: CInt, _ take: @escaping @Sendable () -> Turn) -> UInt64 {
    state.withLock { state in
      defer { state.nextKey += 1 }
      state.sources[state.nextKey] = Source(descriptor: descriptor, take: take)
      wake(&state)
      return state.nextKey
    }
  }

  /// Wakes the hub at the next notice of a source, or at once if there is one.
  ///
  /// Thread: any.
  func arm(_ key: UInt64) {
    state.withLock { state in
      guard state.sources[key]?.isArmed == false else { return }
      state.sources[key]?.isArmed = true
      wake(&state)
    }
  }

  /// Removes a source, if it is still known.
  ///
  /// Thread: any. A turn that has begun is completed.
  func remove(_ key: UInt64) {
    state.withLock { state in
      // While the hub waits on it, the kernel keeps the socket open.
      if state.sources.removeValue(forKey: key) != nil { wake(&state) }
    }
  }

  private func wake(_ state: inout State) {
    guard !state.isWoken else { return }
    state.isWoken = true
    var byte: UInt8 = 0
    _ = unsafe write(wakePipe.writer, &byte, 1)
  }

  // MARK: - The hub's thread

  private func run() -> Never {
    var resting: [UInt64: MonotonicTime] = [:]
    while true {
      let keys = wait(milliseconds: Self.milliseconds(until: resting.values.min()))
      let now = MonotonicTime.now
      for (key, end) in resting where end <= now {
        resting[key] = nil
        arm(key)
      }
      for key in keys {
        switch look(key) {
        case .pause: resting[key] = .after(milliseconds: Self.pauseMilliseconds)
        case .rest(let end): resting[key] = end
        case .wait, .busy, .end: break
        }
      }
    }
  }

  /// A time limit for poll(2), rounded up; none for a nil end.
  private static func milliseconds(until end: MonotonicTime?) -> CInt {
    guard let end else { return -1 }
    let now = MonotonicTime.now
    return end > now ? CInt((end.nanoseconds - now.nanoseconds + 999_999) / 1_000_000) : 0
  }

  /// The sources that have something to read.
  private func wait(milliseconds: CInt) -> [UInt64] {
    let armed = state.withLock { $0.sources.filter(\.value.isArmed).map { ($0, $1.descriptor) } }
    var entries = [pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0)]
    entries += armed.map { pollfd(fd: $0.1, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
    if entries[0].revents != 0 { drainWakePipe() }
    return zip(armed, entries.dropFirst()).filter { $1.revents != 0 }.map(\.0.0)
  }

  private func drainWakePipe() {
    state.withLock { state in
      var byte: UInt8 = 0
      _ = unsafe read(wakePipe.reader, &byte, 1)
      state.isWoken = false
    }
  }

  private func look(_ key: UInt64) -> Turn {
    // Disarm before reading, so that no arming in between is lost.
    let source = state.withLock { state in
      state.sources[key]?.isArmed = false
      return state.sources[key]
    }
    guard let source else { return .end }
    let turn = source.take()
    switch turn {
    case .wait: arm(key)
    case .pause, .rest, .busy: break
    case .end: remove(key)
    }
    return turn
  }
}

/// The thread that calls observers, one for all instances.
///
/// Each instance has at most one waiting job, so that the queue is no longer than the number of
/// instances, and each gets its turn.
package final class DeliveryThread: Sendable {
  /// The one delivery thread of this process.
  package static let shared = DeliveryThread()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let wakeUp = Signal()

  private init() { DetachedThread.startOrTrap { DeliveryThread.shared.work() } }

  /// Runs `job` after the waiting jobs.
  ///
  /// Thread: any but the render thread.
  package func run(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    wakeUp.send()
  }

  private func work() -> Never {
    while true {
      wakeUp.wait()
      let waiting = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in waiting { job() }
    }
  }
}
