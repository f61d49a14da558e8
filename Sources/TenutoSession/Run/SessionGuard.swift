internal import Glibc
internal import Synchronization
internal import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

/// Keeps a running session on the disk, within a second of each change.
///
/// A full or read-only disk is reported once and retried every second; earlier generations stay
/// valid.
///
/// Thread: control, any number at once.
final class SessionGuard: Sendable {
  private let writer: GenerationWriter
  private let snapshot: @Sendable () -> KeptSession?
  private let onProblem: @Sendable (HostError) -> Void
  private let state = Mutex(State())
  private let wakeUp = Signal()
  private let ended = Signal()

  private struct State: Sendable {
    /// Time of the next save, or nil while the session is unchanged.
    var due: MonotonicTime?
    var isEnding = false
    var isFailing = false
    var last: KeptSession?
  }

  /// Milliseconds from the first change to the save.
  private static let delay: UInt64 = 700
  /// Milliseconds between two attempts after a failed save.
  private static let retryDelay: UInt64 = 1000

  /// Starts to keep the results of `snapshot`; nil ends it.
  init(
    _ writer: GenerationWriter, onProblem: @escaping @Sendable (HostError) -> Void,
    snapshot: @escaping @Sendable () -> KeptSession?
  ) {
    self.writer = writer
    self.snapshot = snapshot
    self.onProblem = onProblem
    note()
    DetachedThread.startOrTrap { self.run() }
  }

  /// Schedules a save after a change.
  func note() { schedule(afterMilliseconds: Self.delay) }

  private func schedule(afterMilliseconds delay: UInt64) {
    let isNew = state.withLock { state in
      guard state.due == nil else { return false }
      state.due = .after(milliseconds: delay)
      return true
    }
    if isNew { wakeUp.send() }
  }

  private func run() {
    while true {
      let (due, isEnding) = state.withLock { ($0.due, $0.isEnding) }
      if isEnding { return ended.send() }
      let now = MonotonicTime.now
      if let due, now >= due {
        save(isClosed: false)
      } else if let due {
        _ = wakeUp.wait(milliseconds: (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      } else {
        wakeUp.wait()
      }
    }
  }

  private func save(isClosed: Bool) {
    // Before the snapshot is taken, since later changes need another save.
    state.withLock { $0.due = nil }
    guard var kept = snapshot() else { return }
    kept.isClosed = isClosed
    var same = kept
    same.savedAt = state.withLock { $0.last?.savedAt } ?? 0
    if state.withLock({ $0.last }) == same { return }
    do throws(HostError) {
      try writer.save(try kept.encoded())
      let now = kept
      state.withLock { state in
        state.last = now
        state.isFailing = false
      }
    } catch {
      let isFirst = state.withLock { state in
        defer { state.isFailing = true }
        return !state.isFailing
      }
      if isFirst { onProblem(error) }
      if !isClosed { schedule(afterMilliseconds: Self.retryDelay) }
    }
  }

  /// Keeps the session as properly ended.
  ///
  /// Nothing is kept afterwards. Call it once.
  func close() {
    state.withLock { $0.isEnding = true }
    wakeUp.send()
    ended.wait()
    save(isClosed: true)
  }
}

extension RunningSession {
  /// Starts to keep the session, if the options ask for it.
  func beginKeeping() {
    guard let vault = options.vault else { return }
    do throws(HostError) {
      let changes = changes
      let keeper = SessionGuard(
        try vault.store.open(),
        onProblem: { error in
          changes.notify(
            .notice("\(error.message) It plays on, and tries again to keep the session."))
        },
        snapshot: { [weak self] in self?.snapshot })
      state.withLock { $0.keeper = keeper }
    } catch {
      state.withLock { $0.notes.append("The session is not kept while it plays: \(error.message)") }
    }
  }

  private var snapshot: KeptSession {
    let text = state.withLock(\.savedText)
    return KeptSession(
      fullSession, savedAt: Self.secondsSince1970, isEdited: isEdited, isClosed: false,
      fileText: text)
  }

  private static var secondsSince1970: Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + (Double(now.tv_nsec) / 1e6).rounded() / 1e3
  }
}
