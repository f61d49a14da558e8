public import TenutoCore
public import TenutoSystem

/// An engine whose graph may be edited while it plays: driven by a clock, or by JACK in two ways.
///
/// Thread: any but render; edits of several threads wait for each other.
public protocol GraphEngine: AnyObject, Sendable {
  /// The playing graph, or the one that plays next; in JACK with the connections that the user has
  /// made there.
  var graph: Graph { get }

  /// The current format of the engine.
  var format: EngineFormat { get }

  /// The engine's counters.
  var reading: EngineReading { get }

  /// Plays `graph` from the next cycle boundary on, without a click; common parts play on
  /// unchanged.
  ///
  /// Returns once it has taken effect and the instances that left have been deallocated.
  ///
  /// - Throws: As `PreparedGraph.init`; the old graph then plays on.
  func update(_ graph: Graph) throws(HostError)

  /// The counters of each node, with peaks since the last call.
  func readings() -> [Graph.NodeID: NodeReading]

  /// The state of each node with a sound file.
  func fileStates() -> [Graph.NodeID: FileNodeState]

  /// The slot of an instance, for its supervisor.
  func slot(of node: Graph.NodeID) -> any NodeSlot

  /// Schedules an event at a node: MIDI, a parameter or a ramp; mixers have parameters too.
  ///
  /// - Parameters:
  ///   - payload: The event.
  ///   - node: The node.
  ///   - time: The time.
  ///   - originator: The caller's observation, which does not get the value; nil to notify all.
  /// - Returns: False if too many events are waiting.
  func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool

  /// The position in the music.
  var transport: TransportPosition { get }

  /// Starts, stops or moves the music within a few cycles.
  func move(_ move: TransportMove)

  /// Plays the music to its end, and returns after `tail` more seconds.
  ///
  /// In real time it waits, even while the transport is stopped; offline it renders. `stop()`
  /// finishes the files that the graph records.
  ///
  /// - Throws: `.refused` if no song has an end, or if it repeats; offline, as
  ///   `OfflineEngine.render`.
  func playToEnd(tail: Double) throws(HostError)

  /// Waits at most `milliseconds` for MIDI from outside, and takes everything that has arrived.
  ///
  /// One thread at a time. The playing graph gets it without waiting.
  ///
  /// - Returns: Nil if there is no MIDI input, or nothing has arrived.
  func takeMIDI(milliseconds: UInt64) -> MIDIArrivals?

  /// Stops after a fade, and returns when nothing plays any more; call it once.
  func stop()
}

extension GraphEngine {
  /// Schedules an event at a node and notifies all observers.
  ///
  /// - Returns: False if too many events are waiting.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime
  ) -> Bool { schedule(payload, to: node, at: time, originator: nil) }
}
