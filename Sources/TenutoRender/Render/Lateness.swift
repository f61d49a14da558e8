internal import TenutoTransport

/// Determines whether the misses of a late node are its own fault.
///
/// A node that waits for a core also misses cycles. So a miss counts as its own if its process has
/// run, from the request to the late answer, for as long as the node had time. This is measured for
/// a second after each miss, but not for the very first miss.
///
/// Measuring a node costs a system call in each cycle and keeps its chain off the fast path. So it
/// ends with the first miss that was not the node's own, for `respite` misses.
struct Lateness: BitwiseCopyable {
  /// Frames for which it has been in time since its last miss.
  private var timelyFrames = Int.max
  /// Run time of its process at the last request, in ns; nil if not measured.
  private var runAtAsk: UInt64?
  /// Cycles missed since then.
  private var misses: UInt64 = 0
  /// Misses left that are not examined.
  private var respiteLeft = 0
  /// Run time of its process at the last look of a wait, and between the last two looks, in ns.
  var runAtLook: UInt64 = 0
  var runBetweenLooks: UInt64 = 0

  @_noLocks init() {}

  /// Whether it is measured: its last miss was less than `frames` frames ago.
  @_noLocks
  func isWatched(for frames: Int) -> Bool { timelyFrames < frames }

  /// Misses that are not examined after a miss that was not the node's fault.
  static var respite: Int { @_noLocks get { 64 } }

  /// Starts measuring.
  @_noLocks
  mutating func watch() {
    timelyFrames = 0
    respiteLeft = 0
  }

  /// Counts a missed cycle.
  @_noLocks
  mutating func noteMiss() {
    guard respiteLeft == 0 else {
      respiteLeft &-= 1
      return
    }
    timelyFrames = 0
    misses &+= 1
  }

  /// Counts a cycle that it answered in time; returns whether measuring ends with it.
  @_noLocks
  mutating func noteAnswer(frameCount: Int, watchedFor frames: Int) -> Bool {
    guard timelyFrames < frames else { return false }
    timelyFrames &+= frameCount
    runAtAsk = nil
    misses = 0
    return timelyFrames >= frames
  }

  /// Notes a request to a node that has answered all earlier ones, at the process's run time `run`.
  ///
  /// - Parameters:
  ///   - run: The run time of its process, in ns.
  ///   - window: The time that it had for a cycle, in ns.
  ///   - isDemoted: Whether to measure until it has been in time for a second, regardless of its misses.
  /// - Returns: How many cycles it has missed by its own fault since the last request.
  @_noLocks
  mutating func ask(run: UInt64, window: UInt64, isDemoted: Bool) -> UInt64 {
    let missed = misses
    let before = runAtAsk
    misses = 0
    runAtAsk = run
    guard missed > 0, let before else { return 0 }
    // Nine tenths, since the wait for the first sample is the node's time but not processor time.
    if run &- before >= window / 10 &* 9 { return missed }
    if !isDemoted { rest() }
    return 0
  }

  @_noLocks
  private mutating func rest() {
    timelyFrames = .max
    runAtAsk = nil
    respiteLeft = Self.respite
  }
}
