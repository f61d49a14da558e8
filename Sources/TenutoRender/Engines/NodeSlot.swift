public import TenutoCore
public import TenutoSystem

/// A place in what plays, in which an instance sits and another may take over.
///
/// Thread: control.
public protocol NodeSlot: Sendable {
  /// The instance that sits there, or is about to.
  var instance: Instance { get }

  /// The node's counters; nil while there is no engine below it. The peak is left as it is.
  var counters: NodeReading? { get }

  /// Gives the place another instance at a cycle boundary, as `PreparedGraph.replace`.
  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError)

  /// Lets an instance stand by, allocated and asleep: the first cycle that finds the process dead
  /// wakes it, and the next cycle boundary switches to it.
  ///
  /// An earlier spare is let go and deallocated.
  /// - Parameters:
  ///   - spare: Not allocated, with the same layout; nil for none.
  ///   - whenTaken: Called on a control thread after the switch, with the instance that has left.
  /// - Throws: As `replace`. Then nothing has changed.
  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError)

  /// Whether the node is left out, an effect then dry, as `PreparedGraph.setBypass`.
  func setBypass(_ isBypassed: Bool)

  /// Lets an instance run no more, for good: what the node gets goes past it, as if it were bypassed,
  /// until another instance has the place. No effect where `instance` does not sit there.
  func park(_ instance: Instance)

  /// When the node's output is heard.
  func setTiming(_ timing: NodeTiming) throws(HostError)

  /// The share of the period that is its deadline, nil for the engine's.
  func setDeadlineShare(_ share: Double?)

  /// Lets a node that was muted for what it put out be heard again.
  func unmute()

  /// The events and values replayed to an instance when it replaced another one.
  func replay(of instance: Instance) -> Replay?

  /// Has a message left out of what the next instance is told again.
  func leaveOut(_ message: Replay.Message)

  /// Sets a parameter from the next cycle on; false where it finds no room.
  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool

  /// Calls `action` on a control thread when the place was made anew, with another format: a spare
  /// has to be made anew as well.
  func whenMadeAnew(_ action: @escaping @Sendable () -> Void)
}

extension NodeSlot {
  /// Nil: such a place does not know.
  public func replay(of instance: Instance) -> Replay? { nil }

  /// Nothing to do where nothing is told again.
  public func leaveOut(_ message: Replay.Message) {}
}
