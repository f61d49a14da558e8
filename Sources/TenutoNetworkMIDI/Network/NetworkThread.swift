internal import CNetwork
internal import Glibc
internal import Synchronization

/// What the network thread serves: sockets, and things that are due at a time.
///
/// Thread: network, unless said otherwise.
protocol NetworkMember: AnyObject, Sendable {
  /// What is polled; always the same.
  var descriptors: [Int32] { get }

  /// For how long datagrams may wait without an event being late, in nanoseconds.
  var longestPause: UInt64 { get }

  /// Does what other threads have asked for and what is due.
  ///
  /// - Returns: When it is to be called again, `.max` for never; nil where the member has ended.
  func serve(at now: UInt64) -> UInt64?

  /// Takes `count` datagrams of a socket.
  func receive(_ count: Int, of batch: DatagramBatch, on socket: Int, at now: UInt64)

  /// Tells that the thread will not call again.
  func hasLeft()
}

/// The thread that all network sessions of a process share: it sleeps until a datagram comes, or
/// something is due.
///
/// It has a realtime priority where the user may have one, below that of everything that renders:
/// on a busy machine a note otherwise waits for milliseconds. How often it wakes is `WakePace`'s.
///
/// Thread: any but render.
final class NetworkThread: Sendable {
  /// The thread of this process.
  static let shared = NetworkThread()

  /// Below the extensions' 60, and above JACK's own default of 10.
  private static let priority: Int32 = 20

  private struct State {
    var members: [any NetworkMember] = []
    /// Counts the changes of `members`.
    var version = 0
    var thread: pthread_t?
    var wakeEvent: WakeEvent?
  }

  private let state = Mutex(State())
  /// When the thread wakes by itself; `.max` while it is awake, so that all changes ring.
  private let wakesAt = Atomic<UInt64>(.max)

  /// Whether the caller is this thread.
  var isCurrent: Bool {
    state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Serves a member from now on.
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

  /// Has the thread serve its members before it sleeps again.
  func wake() { state.withLock { $0.wakeEvent }?.signal() }

  /// Wakes the thread if it would sleep beyond a time.
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
        .port, "No thread can be started: \(NetworkMIDIError.words(result)).", errorNumber: result)
    }
    return thread
  }
}

// MARK: - The thread

extension NetworkThread {
  /// What the thread polls, in the order of the members.
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

  /// Serves all; nil where one has left.
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

  /// Takes what sockets have; returns how many datagrams, and whether a socket may have more.
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

  /// Takes a change of the members; false where there is none left, and the thread is to end.
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
