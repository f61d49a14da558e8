internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoSystem
package import TenutoTransport

// MARK: - Requests

extension ExtensionProcess {
  /// Sends a request and waits for the reply; `then` gets it before any later notice is delivered.
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

  /// Sends a request on a channel that this thread owns, and delivers notices that arrive first.
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
  /// Thread: control. Returns after the process's end. It also waits that long for a call in
  /// progress on another thread.
  public func terminate() {
    let gone = Signal()
    monitor.whenEnded { _ in gone.send() }
    stopListening()
    // One deadline for both the reply and the exit that it announces.
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
  /// The most notices taken in one turn.
  private static let turnLength = 32
  /// The most notices taken in a tenth of a second.
  static let windowNotices = 500
  /// Consecutive full tenths of a second that are allowed: a flood of two seconds ends its sender.
  private static let floodWindows = 20

  /// Counts a notice, and returns when the next one may be taken; nil means at once.
  private func countNotice() -> MonotonicTime? {
    let (nextTurn, isFlood) = listener.withLock { listener in
      let end = listener.budget.take(1)
      return (end, listener.budget.fullWindowCount > Self.floodWindows)
    }
    if isFlood { end(because: "flooded the host with notices") }
    return nextTurn
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
    // A child of the process may continue to send: take no more than a socket holds.
    for _ in 0..<32 where takeTurn(isLimited: false) != .pause { return }
  }

  /// The reason why the host ended the process; nil if it did not.
  package var endReason: String? { listener.withLock { $0.endReason } }

  /// Ends the process for `reason`, which `exitDescription` gives.
  package func end(because reason: String) {
    listener.withLock { $0.endReason = $0.endReason ?? reason }
    monitor.kill()
  }

  /// Makes a thread recheck the futex word that it sleeps on, even if another process requeued it.
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
        if case .malformed(let reason) = error {
          end(because: "sent a malformed message (\(reason))")
        }
        return .end
      }
    } ?? .busy
  }

  /// Lets the hub take notices again after a call.
  ///
  /// Thread: any. After the last call of a conversation, so that the hub does not wake at each
  /// reply.
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
