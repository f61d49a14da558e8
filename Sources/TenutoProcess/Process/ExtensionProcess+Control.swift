internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoSystem
package import TenutoTransport

// MARK: - Requests

extension ExtensionProcess {
  /// Asks and waits for the answer; `then` gets it before any later notice is taken.
  ///
  /// Thread: control.
  func call<R: ControlRequest & Sendable>(
    _ request: R, descriptors: [CInt] = [], milliseconds: UInt64 = 1000,
    then: (R.Response) -> Void = { _ in }
  ) throws(ControlError) -> R.Response where R.Response: Sendable {
    let result = channel.withLock { channel in
      Result { () throws(ControlError) in
        let answer = try exchange(
          request, on: &channel, descriptors: descriptors, milliseconds: milliseconds)
        then(answer)
        return answer
      }
    }
    return try result.get()
  }

  /// Asks on a channel that this thread has; notices on the way are taken.
  private func exchange<R: ControlRequest & Sendable>(
    _ request: R, on channel: inout ControlChannel, descriptors: [CInt], milliseconds: UInt64
  ) throws(ControlError) -> R.Response {
    let take = listener.withLock { $0.take }
    return try channel.call(request, descriptors: descriptors, milliseconds: milliseconds) {
      take($0)
      if let end = countNotice() { sleepUntil(end) }
    }
  }

  /// Ends the process: asks, waits 250 ms, then kills.
  ///
  /// Thread: control. Returns when the process is gone. A call in progress on another thread is
  /// waited for as long.
  public func terminate() {
    let gone = Signal()
    monitor.whenEnded { _ in gone.send() }
    stopListening()
    // One time for both: the answer, and the end that it promises.
    let deadline = MonotonicTime.after(milliseconds: 250)
    askToEnd(until: deadline)
    if !gone.wait(milliseconds: Self.milliseconds(until: deadline)) {
      monitor.kill()
      gone.wait()
    }
  }

  private func askToEnd(until deadline: MonotonicTime) {
    var isAsked = false
    while !isAsked && MonotonicTime.now < deadline {
      isAsked =
        channel.withLockIfAvailable { channel in
          _ = try? exchange(
            ShutdownRequest(), on: &channel, descriptors: [],
            milliseconds: Self.milliseconds(until: deadline))
          return true
        } ?? false
      if !isAsked { usleep(500) }
    }
  }

  private static func milliseconds(until deadline: MonotonicTime) -> UInt64 {
    let now = MonotonicTime.now
    return now < deadline ? (deadline.nanoseconds - now.nanoseconds) / 1_000_000 : 0
  }
}

// MARK: - Notices

extension ExtensionProcess {
  /// Notices that are taken in one turn at most.
  private static let turnLength = 32
  /// Notices that are taken in a tenth of a second at most.
  static let windowNotices = 500
  /// Tenths of a second in a row that may be full of them: a flood of two seconds ends its sender.
  private static let floodWindows = 20

  /// Counts a notice; when the next one may be taken, nil for at once.
  private func countNotice() -> MonotonicTime? {
    let (end, isFlood) = listener.withLock { listener in
      let end = listener.budget.take(1)
      return (end, listener.budget.fullWindowCount > Self.floodWindows)
    }
    if isFlood { condemn("flooded the host with notices") }
    return end
  }

  private func sleepUntil(_ end: MonotonicTime) { tenuto_sleep_until(end.nanoseconds) }

  /// Gives every notice from now on to `take`, on the hub's thread or on a thread that makes a
  /// call.
  ///
  /// Thread: control. Once.
  package func listen(_ take: @escaping @Sendable (Notice) -> Void) {
    listener.withLock { $0.take = take }
    let descriptor = channel.withLock { $0.descriptor }
    let key = NoticeHub.shared.add(descriptor) { [weak self] in self?.takeTurn() ?? .end }
    listener.withLock { $0.key = key }
  }

  /// The notices of a process that has ended, unless a call takes them.
  ///
  /// Thread: any.
  package func takeLastNotices() {
    // A child of the process may go on sending: no more than a socket holds.
    for _ in 0..<32 where takeTurn(isLimited: false) != .pause { return }
  }

  /// What the process was ended for by the host, nil if it was not.
  package var verdict: String? { listener.withLock { $0.verdict } }

  /// Ends the process for `reason`, which its obituary will say.
  package func condemn(_ reason: String) {
    listener.withLock { $0.verdict = $0.verdict ?? reason }
    monitor.kill()
  }

  /// Has a thread look again at the word that it sleeps on, wherever another process may have moved its
  /// sleep.
  package func rouse(_ thread: Int32) {
    if monitor.life.isAlive { _ = tenuto_rouse(identifier, thread) }
  }

  private func takeTurn(isLimited: Bool = true) -> NoticeHub.Turn {
    let (take, isEnding) = listener.withLock { ($0.take, $0.isEnding) }
    guard !isEnding else { return .end }
    return channel.withLockIfAvailable { channel in
      do throws(ControlError) {
        for _ in 0..<Self.turnLength {
          guard let notice = try channel.takeNotice() else { return .wait }
          take(notice)
          if isLimited, let end = countNotice() { return .rest(until: end) }
        }
        return .pause
      } catch {
        if case .malformed(let reason) = error { condemn("sent a malformed message (\(reason))") }
        return .end
      }
    } ?? .busy
  }

  /// Lets the hub take notices again that came in the way of a call.
  ///
  /// Thread: any. After the last call of a conversation, so that the hub does not wake at each
  /// answer.
  package func listenAgain() {
    if let key = listener.withLock({ $0.key }) { NoticeHub.shared.arm(key) }
  }

  func stopListening() {
    let key = listener.withLock { listener in
      listener.isEnding = true
      return listener.key
    }
    if let key { NoticeHub.shared.remove(key) }
  }
}
