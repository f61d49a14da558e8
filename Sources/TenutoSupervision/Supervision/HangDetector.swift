/// Decides whether a node that gives no answer hangs, from looks at it every 10 ms or so.
///
/// A time-out proves nothing on a machine that stalls: what counts is whether its render thread got
/// the time to answer, and whether it was asked.
struct HangDetector: Sendable {
  /// An observation of a node at one moment.
  struct Look: Sendable {
    /// Nanoseconds.
    var now: UInt64
    /// Cycles missed so far, and since the last answer in time.
    var misses: UInt64
    var missesInRow: UInt64
    /// The last cycle that it has answered, also too late; nil where that is not known.
    var answer: UInt32?
    var thread: ThreadReading.Look
  }

  enum Verdict: Sendable, Equatable {
    case hung
    case stopped
    /// It sleeps although it was asked, and may never have been woken: it is to look again. Said
    /// once in a silence, before it is called hung.
    case asleep
  }

  /// Nanoseconds that one look may stand for: what happened in between is not known.
  private static let longestStep: UInt64 = 20_000_000
  /// Nanoseconds for which a thread is waited for that wants to run and may not.
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
    /// The last time that it was seen to miss a cycle: from then on it may not have been asked.
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

  /// Nanoseconds for which its thread has run since it gave an answer.
  var silentRun: UInt64 { silence?.ran ?? 0 }

  /// Forgets what it has seen: another instance, or the machine stood still.
  mutating func reset() { silence = nil }

  /// Takes a look; the verdict, nil if there is none yet.
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
    // Not at once: a crashed process is gone a moment before its exit is reported.
    if thread == .gone { return .hung }
    if case .reading(let reading) = thread, reading.isStopped {
      return silence.stopped >= stopLimit ? .stopped : nil
    }
    if silence.ran >= hangLimit / 2 || silence.ran + silence.slept >= hangLimit { return .hung }
    return silence.looked - silence.began >= Self.starvedLimit + silence.stopped ? .hung : nil
  }
}

extension HangDetector.Silence {
  /// Adds the time since the last look to what the thread did in it.
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
