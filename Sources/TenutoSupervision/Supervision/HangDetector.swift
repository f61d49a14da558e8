/// Decides whether an unresponsive node hangs, by checking it about every 10 ms.
///
/// A time-out alone proves nothing on a machine that stalls. The criteria are whether the node was
/// asked, and whether its render thread got the time to answer.
struct HangDetector: Sendable {
  /// An observation of a node at one moment.
  struct Look: Sendable {
    /// The time of the observation, in ns.
    var now: UInt64
    /// Cycles missed in all, and since the last answer in time.
    var misses: UInt64
    var missesInRow: UInt64
    /// The last cycle that it has answered, even if too late; nil if unknown.
    var answer: UInt32?
    var thread: ThreadReading.Look
  }

  enum Verdict: Sendable, Equatable {
    case hung
    case stopped
    /// It sleeps although it was asked, and may have missed the wake-up, so it is to be woken.
    /// Returned once per silence, before `.hung`.
    case asleep
  }

  /// The most nanoseconds that one observation represents; the time before is unknown.
  private static let longestStep: UInt64 = 20_000_000
  /// Nanoseconds to wait for a thread that is runnable but gets no core.
  private static let starvedLimit: UInt64 = 1_000_000_000

  private let hangLimit: UInt64
  private let stopLimit: UInt64
  private var answer: UInt32?
  private var silence: Silence?

  /// A time without any answer.
  fileprivate struct Silence: Sendable {
    let began: UInt64
    var looked: UInt64
    var misses: UInt64
    /// When it was last seen to miss a cycle; after that it may not have been asked.
    var lastMiss: UInt64
    var last: ThreadReading?
    var ran: UInt64 = 0
    var slept: UInt64 = 0
    var isRoused = false
    var stopped: UInt64 = 0

    init(_ look: Look) {
      began = look.now
      looked = look.now
      misses = look.misses
      lastMiss = look.now
      if case .reading(let reading) = look.thread { last = reading }
    }
  }

  init(_ policy: SupervisionPolicy) {
    hangLimit = UInt64(max(0, policy.hangLimit) * 1e9)
    stopLimit = UInt64(max(0, policy.stopLimit) * 1e9)
  }

  /// Nanoseconds for which its thread has run since its last answer.
  var silentRun: UInt64 { silence?.ran ?? 0 }

  /// Discards all observations, for another instance or after a standstill of the machine.
  mutating func reset() { silence = nil }

  /// Adds an observation; returns the verdict, or nil if none exists yet.
  mutating func check(_ look: Look) -> Verdict? {
    guard look.missesInRow > 0 else {
      silence = nil
      answer = look.answer
      return nil
    }
    if look.answer != answer { silence = nil }
    answer = look.answer
    guard var silence else {
      silence = Silence(look)
      return nil
    }
    if look.misses != silence.misses { silence.lastMiss = look.now }
    silence.misses = look.misses
    silence.add(look, atMost: Self.longestStep)
    self.silence = silence
    if let verdict = verdict(silence, look.thread) { return verdict }
    guard !silence.isRoused, silence.slept >= hangLimit / 2 else { return nil }
    self.silence?.isRoused = true
    return .asleep
  }

  private func verdict(_ silence: Silence, _ thread: ThreadReading.Look) -> Verdict? {
    let isAsked = silence.lastMiss - silence.began
    guard isAsked >= hangLimit else { return nil }
    // Wait a moment: a crashed process disappears shortly before its exit is reported.
    if thread == .gone { return .hung }
    if case .reading(let reading) = thread, reading.isStopped {
      return silence.stopped >= stopLimit ? .stopped : nil
    }
    if silence.ran >= hangLimit / 2 || silence.ran + silence.slept >= hangLimit { return .hung }
    return silence.looked - silence.began >= Self.starvedLimit + silence.stopped ? .hung : nil
  }
}

extension HangDetector.Silence {
  /// Attributes the time since the last observation to the thread's state.
  fileprivate mutating func add(_ look: HangDetector.Look, atMost longest: UInt64) {
    let time = look.now - looked
    looked = look.now
    guard case .reading(let reading) = look.thread else { return }
    let ran = reading.ran &- (last?.ran ?? reading.ran)
    last = reading
    self.ran += min(ran, time)
    if reading.isStopped {
      stopped += time
    } else if reading.isAsleep && ran < time / 4 {
      slept += min(time, longest)
    }
  }
}

extension ThreadReading {
  var isStopped: Bool { state == "T" || state == "t" }
  var isAsleep: Bool { state == "S" || state == "D" || state == "I" }
}
