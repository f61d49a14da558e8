public import TenutoCore
public import TenutoHost

/// What may be done while it plays. An instance's `index` is its place in the chain, from 0; others
/// trap.
extension JACKEngine {
  /// The instances in the order of the chain.
  ///
  /// Thread: any.
  public var instances: [Instance] { control.nodes.map(\.instance) }

  /// Sets a parameter from the next cycle on; while there is no server, at once.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - address: Which parameter.
  ///   - value: Its value, in its unit.
  ///   - index: The instance.
  ///   - originator: The observation of the caller, which is not told; nil to tell all.
  /// - Returns: False where 4096 events wait already, or the extension does not take it.
  public func setParameter(
    _ address: ParameterAddress, to value: Float, ofInstance index: Int,
    originator: Observation? = nil
  ) -> Bool {
    guard control.isOpen else {
      let instance = control.nodes[index].instance
      return (try? instance.set(address, to: value, originator: originator)) != nil
    }
    return schedule(
      .parameter(address: address, value: value), toInstance: index, originator: originator)
  }

  /// Has a parameter go to a value in a straight line, from the next cycle on.
  ///
  /// Thread: control. Parameters without `ParameterFlags.canRamp` get a step.
  /// - Parameters:
  ///   - address: Which parameter.
  ///   - value: Where it ends, in its unit.
  ///   - frameCount: How many frames it takes, at least 1; it may be many cycles.
  ///   - index: The instance.
  ///   - originator: The observation of the caller, which is not told of its end; nil to tell all.
  /// - Returns: False where 4096 events wait already.
  public func ramp(
    _ address: ParameterAddress, to value: Float, frameCount: UInt32, ofInstance index: Int,
    originator: Observation? = nil
  ) -> Bool {
    schedule(
      .ramp(address: address, value: value, frameCount: max(1, frameCount)), toInstance: index,
      originator: originator)
  }

  /// Has an event happen at an instance, exactly at its frame; as `PreparedGraph.schedule`.
  ///
  /// Thread: control, several at once. While there is no server it waits; a server that returns with
  /// another sample rate begins a new time, in which nothing waits.
  /// - Parameters:
  ///   - payload: What happens.
  ///   - index: The instance.
  ///   - time: When, in frames of `sampleTime(ofInstance:)`.
  ///   - originator: The observation of the caller, which is not told of the value; nil to tell all.
  /// - Returns: False where 4096 events wait already.
  public func schedule(
    _ payload: TimedEvent.Payload, toInstance index: Int, at time: ScheduleTime = .immediately,
    originator: Observation? = nil
  ) -> Bool {
    control.nodes[index].schedule(payload, at: time, originator: originator)
  }

  /// Frames that an instance's place has rendered: the time of its next cycle's first frame.
  ///
  /// Thread: control.
  public func sampleTime(ofInstance index: Int) -> Int64 { control.nodes[index].sampleTime }

  /// Leaves an instance out, or takes it in again; as `PreparedGraph.setBypass`.
  ///
  /// Thread: control. Client, ports and connections stay, and so does the latency.
  public func setBypass(_ isBypassed: Bool, ofInstance index: Int) {
    control.nodes[index].isBypassed = isBypassed
  }

  /// Whether an instance is to be left out.
  ///
  /// Thread: control.
  public func isBypassed(instance index: Int) -> Bool { control.nodes[index].isBypassed }

  /// Silences an instance, or lets it be heard again, from the next cycle on and without a click.
  ///
  /// Thread: control. Client, ports and connections stay. MIDI that it puts out is silent as well.
  ///
  /// - Throws: As `PreparedGraph.update`.
  public func setMute(_ isMuted: Bool, ofInstance index: Int) throws(HostError) {
    try control.nodes[index].setMute(isMuted)
  }

  /// Whether an instance is to be silent.
  ///
  /// Thread: control.
  public func isMuted(instance index: Int) -> Bool { control.nodes[index].isMuted }

  /// Gives a place of the chain another instance, at a cycle boundary; client, ports and connections
  /// stay.
  ///
  /// Thread: control. Returns when the new one is allocated; as `PreparedGraph.replace`, it is told
  /// controllers and held notes, while parameters and state are the caller's to carry over before.
  ///
  /// - Parameters:
  ///   - index: Whose place.
  ///   - instance: The new one, not allocated, with the same ports.
  ///   - whenDone: Called on a control thread with the instance that has left and is deallocated.
  /// - Throws: `.formatRefused` for another layout or other MIDI ports, and as `Instance.allocate`.
  ///   Then nothing has changed.
  public func replace(
    instance index: Int, with instance: Instance,
    whenDone: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    try control.nodes[index].replace(with: instance, whenDone: whenDone)
    control.inbox.post { $0.hasNewLatency = true }
  }

  /// A place of the chain for a supervisor; it survives the loss of the server and another format.
  ///
  /// Thread: control.
  public func seat(ofInstance index: Int) -> any Seat {
    JACKSeat(node: control.nodes[index], inbox: control.inbox)
  }
}
