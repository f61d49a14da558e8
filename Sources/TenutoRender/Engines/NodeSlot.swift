public import TenutoCore
public import TenutoSystem

/// A slot of the playing graph, in which one instance can replace another.
///
/// Thread: control.
public protocol NodeSlot: Sendable {
  /// The instance in the slot, or the one that takes over next.
  var instance: Instance { get }

  /// The node's counters; nil without an engine. Reading them does not reset the peak.
  var counters: NodeReading? { get }

  /// Puts another instance into the slot at a cycle boundary, as `PreparedGraph.replace`.
  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError)

  /// Keeps an instance ready, allocated and asleep: the first cycle that finds the process dead
  /// wakes it, and the next cycle boundary switches to it.
  ///
  /// An earlier spare is released and deallocated.
  /// - Parameters:
  ///   - spare: An instance with the same layout that is not allocated, or nil.
  ///   - whenTaken: Called on a control thread after the switch, with the replaced instance.
  /// - Throws: As `replace`; nothing has changed then.
  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError)

  /// Lets an instance follow the node as a shadow, as `PreparedGraph.setShadow`.
  ///
  /// - Throws: As `replace`; nothing has changed then.
  func setShadow(
    _ shadow: Instance, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError)

  /// Whether a shadow can reach the node's inner state, as `PreparedGraph.hasWholeLog`.
  var hasWholeLog: Bool { get }

  /// Whether the node still has the state with which it began, apart from events.
  var isUndiverted: Bool { get }

  /// Whether nothing is heard of the node, as `PreparedGraph.isQuiet`.
  var isQuiet: Bool { get }

  /// Whether a newer snapshot is due, as `PreparedGraph.isSnapshotDue`.
  var isSnapshotDue: Bool { get }

  /// Takes a snapshot from which later shadows continue, as `PreparedGraph.takeSnapshot`.
  ///
  /// - Throws: As `PreparedGraph.takeSnapshot`.
  func takeSnapshot() throws(HostError)

  /// Updates `instance` if the render thread has just switched to a spare.
  ///
  /// `whenTaken` of the spare may still follow.
  func takeHandoff()

  /// Bypasses the node, as `PreparedGraph.setBypass`; an effect is then dry.
  func setBypass(_ isBypassed: Bool)

  /// Stops an instance permanently: the node's input passes it, as if it were bypassed, until another
  /// instance takes over. Has no effect if `instance` is not in the slot.
  func park(_ instance: Instance)

  /// Sets when the node's output is heard.
  func setTiming(_ timing: NodeTiming) throws(HostError)

  /// Sets the share of the period that is its deadline; nil for the engine's.
  func setDeadlineShare(_ share: Double?)

  /// Ends the mute of a node that was muted for bad output.
  func unmute()

  /// The events and values replayed to an instance when it replaced another one.
  func replay(of instance: Instance) -> Replay?

  /// Leaves a message out of the next instance's replay.
  func leaveOut(_ message: Replay.Message)

  /// Schedules an event; returns false if there is no room.
  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool

  /// Calls `action` on a control thread when the slot was prepared in another format, which needs
  /// another spare.
  func onReallocation(_ action: @escaping @Sendable () -> Void)
}

extension NodeSlot {
  /// As `setSpare`: the slot keeps no cycles.
  public func setShadow(
    _ shadow: Instance, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) { try setSpare(shadow, whenTaken: whenTaken) }

  /// False: the slot keeps no cycles.
  public var hasWholeLog: Bool { false }

  /// False: the slot keeps no cycles.
  public var isUndiverted: Bool { false }

  /// False: the slot keeps no cycles.
  public var isQuiet: Bool { false }

  /// False: the slot keeps no cycles.
  public var isSnapshotDue: Bool { false }

  /// Refused: the slot keeps no cycles.
  public func takeSnapshot() throws(HostError) {
    throw HostError(.refused, "The slot keeps no cycles.")
  }

  /// Does nothing: the slot is always up to date.
  public func takeHandoff() {}

  /// Nil: the slot keeps no replay.
  public func replay(of instance: Instance) -> Replay? { nil }

  /// Does nothing: the slot has no replay.
  public func leaveOut(_ message: Replay.Message) {}
}
