internal import TenutoTransport

/// The budget of events read from one extension, so that it cannot slow down the others.
///
/// Events beyond a cycle's limit wait for the next cycle. If a node exceeds its budget for
/// longer than `cycleLimit`, the excess is discarded, and after a second the node is no longer read.
struct EventBudget: BitwiseCopyable {
  /// Whether the node is read.
  enum Phase: BitwiseCopyable {
    case reading
    /// The node has flooded for a second: its events are not read.
    case flooding
    /// Reading resumes: events sent meanwhile are discarded, up to a datagram.
    case returning
    case skipping(until: UInt32)
  }

  private var phase = Phase.reading
  /// Consecutive cycles that ended with events left over.
  private var cyclesOver = 0
  /// Frames with events left over, minus those without.
  private var framesOver = 0
  /// The frames after which a node counts as flooding: one second.
  private let frameLimit: Int

  /// The most events of one node in a cycle of `frameCount` frames: four per frame, or a full list.
  ///
  /// Dense MPE (15 channels, three dimensions each, every millisecond) is one per frame at 48 kHz;
  /// System Exclusive at full USB speed (1.2 MB/s) is four.
  ///
  /// Offline the limit is the capacity of a list, since there is no deadline to miss.
  @_noLocks
  static func eventLimit(frameCount: Int, isRealtime: Bool) -> Int {
    isRealtime ? max(256, min(4 &* frameCount, SlotEvents.sentCapacity)) : SlotEvents.sentCapacity
  }

  /// Datagrams of one node in a cycle, read or discarded: room for the largest event list.
  static var datagramLimit: Int { @_noLocks get { 16 } }
  /// The share of a period that the host spends on reading one node's datagrams.
  static var timeShare: Double { @_noLocks get { 1.0 / 16 } }
  /// Consecutive cycles for which left-over events may wait: more than a full socket needs.
  private static var cycleLimit: Int { @_noLocks get { 16 } }

  /// Thread: control.
  init(sampleRate: Double) { frameLimit = max(1, Int(sampleRate)) }

  /// Whether a cycle without events changes nothing.
  var isAtRest: Bool { @_noLocks get { framesOver == 0 && isReading } }

  /// Whether its events are read as they arrive.
  // A pattern, because `@_noLocks` refuses the generic `==`.
  var isReading: Bool { @_noLocks get { if case .reading = phase { true } else { false } } }

  /// Whether its events are not read because it has flooded for a second.
  var isFlooding: Bool { @_noLocks get { if case .flooding = phase { true } else { false } } }

  /// Whether left-over events have waited too long.
  var isOverdrawn: Bool { @_noLocks get { cyclesOver > Self.cycleLimit } }

  /// Events in one cycle above which a node counts as fed, so that another node may cause its
  /// output.
  static var feed: Int { @_noLocks get { 64 } }

  /// Notes a cycle of `frameCount` frames and whether events were left over; returns whether the
  /// node floods from now on.
  ///
  /// A node that is fed has twice the time, so that the node that feeds it is bypassed first.
  ///
  /// Thread: render.
  @_noLocks
  mutating func note(isOver: Bool, isFed: Bool = false, frameCount: Int) -> Bool {
    cyclesOver = isOver ? cyclesOver &+ 1 : 0
    let frames = isFed ? frameCount / 2 : frameCount
    framesOver = max(0, isOver ? framesOver &+ frames : framesOver &- frameCount)
    guard framesOver >= frameLimit else { return false }
    reset()
    phase = .flooding
    return true
  }

  /// Resumes reading the node's later events; returns whether it was not being read.
  ///
  /// Thread: render.
  @_noLocks
  mutating func readAgain() -> Bool {
    guard isFlooding else { return false }
    phase = .returning
    return true
  }

  /// The last datagram to discard of the `announced` ones, or nil to discard none.
  ///
  /// Thread: render.
  @_noLocks
  mutating func skipEnd(announced: UInt32) -> UInt32? {
    if case .returning = phase { phase = .skipping(until: announced) }
    guard case .skipping(let end) = phase else { return nil }
    return end
  }

  /// Starts over, after the excess was discarded or for another instance.
  ///
  /// Thread: render.
  @_noLocks
  mutating func reset() {
    phase = .reading
    cyclesOver = 0
    framesOver = 0
  }
}

extension EventBudget {
  /// The rest of a node's budget in this cycle.
  struct Cycle: BitwiseCopyable {
    private var eventsLeft: Int
    private var datagramsLeft = EventBudget.datagramLimit
    /// The time limit for reading in ns, or nil; and its deadline.
    private let time: UInt64?
    private var end: UInt64?

    /// Thread: render.
    @_noLocks
    init(frameCount: Int, isRealtime: Bool, sampleRate: Double) {
      eventsLeft = EventBudget.eventLimit(frameCount: frameCount, isRealtime: isRealtime)
      time =
        isRealtime
        ? UInt64(Double(frameCount) * 1e9 / sampleRate * EventBudget.timeShare) : nil
    }

    /// Takes an event out of the budget; returns false if it is exhausted.
    @_noLocks
    mutating func takeEvent() -> Bool {
      eventsLeft &-= 1
      return eventsLeft >= 0
    }

    /// Takes a datagram out of the budget; returns false if there is no room or time for it.
    ///
    /// Reads the clock once; the first datagram is always allowed.
    @_noLocks
    mutating func takeDatagram() -> Bool {
      datagramsLeft &-= 1
      guard datagramsLeft >= 0 else { return false }
      guard let time else { return true }
      let now = MonotonicTime.now.nanoseconds
      guard let end else {
        self.end = now &+ time
        return true
      }
      return now < end
    }
  }
}
