extension CIDevice {
  /// Abandons what has timed out; call it at `nextDeadline` or regularly.
  ///
  /// Thread: control.
  ///
  /// - Parameter now: The time in nanoseconds, by the same clock as elsewhere.
  /// - Returns: Messages to send, and events.
  public mutating func advance(to now: UInt64) -> CIOutput {
    var output = CIOutput()
    let expired = openRequests.filter { $0.deadline <= now }
    openRequests.removeAll { $0.deadline <= now }
    for request in expired {
      output.events.append(
        request.peer == .broadcast ? .discoveryEnded(request.id) : .timedOut(request.id))
      output.messages += close(request, status: .timedOut)
    }
    for key in assembler.expire(now: now) {
      output.events.append(.dropped(.timedOut, from: key.peer))
    }
    return output
  }
}
