internal import TenutoTransport

/// Tells whether the misses of a late node are its own fault.
///
/// A node that waits for a core misses cycles, too. So a miss counts as its own where its process has
/// run for as long as the node had time, from the moment it was asked to its late answer. That is
/// measured for a second after each miss; the first miss of all is not.
///
/// A node that is measured costs a system call in each cycle and keeps its chain off the fast path.
/// So the measuring ends with the first miss that was not its own, for as many misses as `respite`.
struct Lateness: BitwiseCopyable {
  /// Frames for which it has been in time since it last missed a cycle.
  private var timelyFrames = Int.max
  /// Nanoseconds that its process had run when it was asked last; nil if not measured.
  private var runAtAsk: UInt64?
  /// Cycles missed since then.
  private var misses: UInt64 = 0
  /// Misses to come that are not looked into.
  private var respiteLeft = 0
  /// Nanoseconds that its process had run at the last look of a wait, and between the last two.
  var runAtLook: UInt64 = 0
  var runBetweenLooks: UInt64 = 0

  @_noLocks init() {}

  /// Whether it is measured: it missed a cycle less than `frames` frames ago.
  @_noLocks
  func isWatched(for frames: Int) -> Bool { timelyFrames < frames }

  /// Misses that are not examined after a miss that was not the node's fault.
  static var respite: Int { @_noLocks get { 64 } }

  /// Measures from now on.
  @_noLocks
  mutating func watch() {
    timelyFrames = 0
    respiteLeft = 0
  }

  /// Counts a cycle in which it gave no answer in time.
  @_noLocks
  mutating func noteMiss() {
    guard respiteLeft == 0 else {
      respiteLeft &-= 1
      return
    }
    timelyFrames = 0
    misses &+= 1
  }

  /// Counts a cycle that it answered in time; whether it is not watched any more after that.
  @_noLocks
  mutating func noteAnswer(frameCount: Int, watchedFor frames: Int) -> Bool {
    guard timelyFrames < frames else { return false }
    timelyFrames &+= frameCount
    runAtAsk = nil
    misses = 0
    return timelyFrames >= frames
  }

  /// Notes that it is asked, having answered all before, when its process has run for `run`.
  ///
  /// - Parameters:
  ///   - run: Nanoseconds.
  ///   - window: Nanoseconds that it had for a cycle.
  ///   - isDemoted: Whether it is to be measured until it has been in time for a second, whatever it
  ///     misses.
  /// - Returns: How many cycles it has missed by what it did itself since it was asked last.
  @_noLocks
  mutating func ask(run: UInt64, window: UInt64, isDemoted: Bool) -> UInt64 {
    let missed = misses
    let before = runAtAsk
    misses = 0
    runAtAsk = run
    guard missed > 0, let before else { return 0 }
    // Nine tenths: the wait for the first sample counts for the node, and is not its processor time.
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
