internal import TenutoTransport

/// The budget of events that are read from one extension, so that it cannot slow down the others.
///
/// What does not fit into a cycle waits for the next one. What a node sends beyond its budget for
/// longer than `patience` is thrown away, and after a second of it the node is not read any more.
struct EventBudget: BitwiseCopyable {
  /// Whether the node is read.
  enum Phase: BitwiseCopyable {
    case reading
    /// It has sent too much for a second: nothing of it is read.
    case flooding
    /// It is to be read again: what it has sent meanwhile is thrown away, up to a datagram.
    case returning
    case skipping(until: UInt32)
  }

  private var phase = Phase.reading
  /// Cycles in a row that ended with events left over.
  private var cyclesOver = 0
  /// Frames with events left over, less those without.
  private var framesOver = 0
  /// Frames over which a node floods: a second.
  private let frameLimit: Int

  /// Events of one node in a cycle of `frameCount` frames: four a frame, at least a full list.
  ///
  /// Dense MPE (15 channels, three dimensions each, every millisecond) makes one a frame at 48 kHz;
  /// System Exclusive at the full speed of USB (1.2 MB/s) makes four.
  ///
  /// Where no time runs the limit is what a list holds: no deadline can be missed.
  @_noLocks
  static func eventLimit(frameCount: Int, isRealtime: Bool) -> Int {
    isRealtime ? max(256, min(4 &* frameCount, SlotEvents.sentCapacity)) : SlotEvents.sentCapacity
  }

  /// Datagrams of one node in a cycle, read or thrown away: those of as many events as can be.
  static var datagramLimit: Int { @_noLocks get { 16 } }
  /// The share of a period that the host gives to the reading of one node's datagrams.
  static var timeShare: Double { @_noLocks get { 1.0 / 16 } }
  /// Cycles in a row over which what is left over waits: more than a full socket takes.
  private static var patience: Int { @_noLocks get { 16 } }

  /// Thread: control.
  init(sampleRate: Double) { frameLimit = max(1, Int(sampleRate)) }

  /// Whether a cycle without events changes nothing.
  var isAtRest: Bool { @_noLocks get { framesOver == 0 && isReading } }

  /// Whether it is read as it comes.
  // By a pattern: `@_noLocks` refuses the generic `==`.
  var isReading: Bool { @_noLocks get { if case .reading = phase { true } else { false } } }

  /// Whether nothing of it is read because it has sent too much for a second.
  var isFlooding: Bool { @_noLocks get { if case .flooding = phase { true } else { false } } }

  /// Whether what is left over has waited too long.
  var isOverdrawn: Bool { @_noLocks get { cyclesOver > Self.patience } }

  /// Events that a node is sent in a cycle from which it counts as fed: what it sends may be another
  /// one's doing.
  static var feed: Int { @_noLocks get { 64 } }

  /// Notes a cycle of `frameCount` frames, and whether events were left over in it; whether the node
  /// floods from now on.
  ///
  /// A node that is fed has twice the time, so that the node that feeds it too much is left out
  /// first.
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

  /// Has the node read again, from what it sends from now on; whether it was not read.
  ///
  /// Thread: render.
  @_noLocks
  mutating func readAgain() -> Bool {
    guard isFlooding else { return false }
    phase = .returning
    return true
  }

  /// Up to which datagram all is thrown away, of `announced` that the node has sent; nil where
  /// nothing is.
  ///
  /// Thread: render.
  @_noLocks
  mutating func skipEnd(announced: UInt32) -> UInt32? {
    if case .returning = phase { phase = .skipping(until: announced) }
    guard case .skipping(let end) = phase else { return nil }
    return end
  }

  /// Begins anew: what was left over is thrown away, or another instance has the node.
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
    /// Nanoseconds that reading may take, nil for as long as it takes; and when they are over.
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

    /// Takes an event out of the budget; false where none is left.
    @_noLocks
    mutating func takeEvent() -> Bool {
      eventsLeft &-= 1
      return eventsLeft >= 0
    }

    /// Takes a datagram out of the budget; false where there is no room or time for it.
    ///
    /// Looks at the clock once; the first datagram always has its time.
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
