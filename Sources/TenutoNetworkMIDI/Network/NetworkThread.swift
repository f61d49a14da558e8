internal import CNetwork
internal import Glibc
internal import Synchronization

/// A client of the network thread, with sockets and deadlines.
///
/// Thread: network, unless stated otherwise.
protocol NetworkMember: AnyObject, Sendable {
  /// The descriptors to poll; they never change.
  var descriptors: [Int32] { get }

  /// The time for which datagrams may wait without making an event late, in nanoseconds.
  var longestPause: UInt64 { get }

  /// Does the work that is due or that other threads have requested.
  ///
  /// - Returns: The time of the next call, `.max` for never; nil if the member has ended.
  func serve(at now: UInt64) -> UInt64?

  /// Handles `count` datagrams from a socket.
  func receive(_ count: Int, of batch: DatagramBatch, on socket: Int, at now: UInt64)

  /// Called once the thread has removed the member.
  func hasLeft()
}

/// The thread shared by all network sessions of a process; it sleeps until a datagram arrives or a
/// deadline passes.
///
/// It has a realtime priority if the user may have one, below that of all render threads: on a busy
/// machine a note would otherwise wait for milliseconds. `WakePace` limits how often it wakes.
///
/// Thread: any but render.
final class NetworkThread: Sendable {
  /// The thread of this process.
  static let shared = NetworkThread()

  /// Below the extensions' 60 and above JACK's default of 10.
  private static let priority: Int32 = 20

  private struct State {
    var members: [any NetworkMember] = []
    /// Counts the changes of `members`.
    var version = 0
    var thread: pthread_t?
    var wakeEvent: WakeEvent?
  }

  private let state = Mutex(State())
  /// When the thread wakes by itself; `.max` while it is awake, so that every change signals it.
  private let wakesAt = Atomic<UInt64>(.max)

  /// Whether the caller runs on this thread.
  var isCurrent: Bool {
    state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Adds a member.
  func add(_ member: any NetworkMember) throws(NetworkMIDIError) {
    try state.withLock { state throws(NetworkMIDIError) in
      state.members.append(member)
      state.version += 1
      if let wakeEvent = state.wakeEvent { return wakeEvent.signal() }
      do throws(NetworkMIDIError) {
        let wakeEvent = try WakeEvent()
        state.wakeEvent = wakeEvent
        state.thread = try start(wakeEvent)
      } catch {
        (state.wakeEvent, state.members) = (nil, [])
        throw error
      }
    }
  }

  /// Makes the thread serve its members before it sleeps again.
  func wake() { state.withLock { $0.wakeEvent }?.signal() }

  /// Wakes the thread if it would sleep past a time.
  func wake(before time: UInt64) {
    if time < wakesAt.load(ordering: .sequentiallyConsistent) { wake() }
  }

  private func start(_ wakeEvent: WakeEvent) throws(NetworkMIDIError) -> pthread_t {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = unsafe pthread_create(
      &thread, &attributes,
      { _ in
        NetworkThread.shared.run()
        return nil
      }, nil)
    unsafe pthread_attr_destroy(&attributes)
    guard result == 0 else {
      throw NetworkMIDIError(
        .port, "Cannot start a thread: \(NetworkMIDIError.words(result)).", errorNumber: result)
    }
    return thread
  }
}

// MARK: - The thread

extension NetworkThread {
  /// The descriptors to poll, in the order of the members.
  private struct Watch {
    var version = -1
    var members: [any NetworkMember] = []
    var places: [(member: Int, socket: Int)] = []
    var descriptors: [pollfd] = []
  }

  private func run() {
    _ = cnetwork_become_network_thread(Self.priority)
    guard let wakeEvent = state.withLock({ $0.wakeEvent }) else { return }
    let batch = DatagramBatch()
    var watch = Watch()
    var pace = WakePace()
    while refresh(&watch, wakeEvent) {
      wakesAt.store(.max, ordering: .sequentiallyConsistent)
      guard let deadline = serve(watch.members) else { continue }
      pace.longest = watch.members.reduce(.max) { min($0, $1.longestPause) }
      wakesAt.store(deadline, ordering: .sequentiallyConsistent)
      let now = NetworkClock.now
      if now < pace.next { _ = cnetwork_poll(nil, 0, pace.next - now) }
      let rest = deadline == .max ? .max : deadline - min(NetworkClock.now, deadline)
      let count = watch.descriptors.count
      guard unsafe cnetwork_poll(&watch.descriptors, Int32(count), rest) > 0 else { continue }
      if watch.descriptors[0].revents != 0 { wakeEvent.reset() }
      let woken = NetworkClock.now
      let (taken, hasMore) = drain(watch, batch)
      pace.woke(at: woken, datagrams: taken, hasMore: hasMore)
    }
  }

  /// Serves all members; returns nil if one has ended.
  private func serve(_ members: [any NetworkMember]) -> UInt64? {
    var deadline = UInt64.max
    var hasLeft = false
    let now = NetworkClock.now
    for member in members {
      if let next = member.serve(at: now) {
        deadline = min(deadline, next)
      } else {
        hasLeft = true
        state.withLock { state in
          state.members.removeAll { $0 === member }
          state.version += 1
        }
        member.hasLeft()
      }
    }
    return hasLeft ? nil : deadline
  }

  /// Receives from the sockets; returns the number of datagrams, and whether a socket may have more.
  private func drain(_ watch: Watch, _ batch: DatagramBatch) -> (count: Int, hasMore: Bool) {
    var total = 0
    var hasMore = false
    for (index, place) in watch.places.enumerated() where watch.descriptors[index + 1].revents != 0
    {
      let member = watch.members[place.member]
      let count = batch.receive(from: watch.descriptors[index + 1].fd)
      guard count > 0 else { continue }
      total += count
      hasMore = hasMore || count == DatagramBatch.capacity
      member.receive(count, of: batch, on: place.socket, at: NetworkClock.now)
    }
    return (total, hasMore)
  }

  /// Applies a change of the members; returns false if none is left and the thread must end.
  private func refresh(_ watch: inout Watch, _ wakeEvent: WakeEvent) -> Bool {
    let new: (members: [any NetworkMember], version: Int)? = state.withLock { state in
      guard state.version != watch.version else { return nil }
      if state.members.isEmpty { (state.wakeEvent, state.thread) = (nil, nil) }
      return (state.members, state.version)
    }
    guard let new else { return true }
    watch = Watch(version: new.version, members: new.members)
    watch.descriptors = [pollfd(fd: wakeEvent.descriptor, events: Int16(POLLIN), revents: 0)]
    for (index, member) in new.members.enumerated() {
      for (number, socket) in member.descriptors.enumerated() {
        watch.places.append((index, number))
        watch.descriptors.append(
          pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
      }
    }
    return !new.members.isEmpty
  }
}

/// The clock of sessions: CLOCK_MONOTONIC.
enum NetworkClock {
  /// Nanoseconds since the machine started.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
