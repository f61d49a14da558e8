internal import Synchronization
internal import TenutoCore
internal import TenutoHost

/// A node of the engine as a place in which an instance sits.
struct JACKSeat: Seat {
  let node: JACKNode
  let inbox: EngineInbox

  var instance: Instance { node.instance }

  var counters: NodeReading? { node.counters }

  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try node.replace(with: instance, whenDone: whenDone)
    inbox.post { $0.hasNewLatency = true }
  }

  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try node.setSpare(spare, whenTaken: whenTaken)
  }

  func setBypass(_ isBypassed: Bool) { node.isBypassed = isBypassed }

  func park(_ instance: Instance) { node.park(instance) }

  func setTiming(_ timing: NodeTiming) {
    if node.setTiming(timing) { inbox.post { $0.hasNewLatency = true } }
  }

  func setDeadlineShare(_ share: Double?) { node.setDeadlineShare(share) }

  func unmute() { node.unmute() }

  func replay(of instance: Instance) -> Replay? { node.replay(of: instance) }

  func leaveOut(_ message: Replay.Message) { node.leaveOut(message) }

  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    node.schedule(payload, at: time)
  }

  func whenMadeAnew(_ action: @escaping @Sendable () -> Void) {
    node.held.withLock { $0.listeners.append(action) }
  }
}
