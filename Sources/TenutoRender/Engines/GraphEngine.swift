public import TenutoCore
public import TenutoSystem

/// An engine whose graph may be edited while it plays: by a clock, or in JACK in one of two ways.
///
/// Thread: any but render; edits of several threads wait for each other.
public protocol GraphEngine: AnyObject, Sendable {
  /// The graph that plays, or is about to; in JACK with the connections that the user has made
  /// there.
  var graph: Graph { get }

  /// The current format of the engine.
  var format: EngineFormat { get }

  /// The engine's counters so far.
  var reading: EngineReading { get }

  /// Plays `graph` from a cycle boundary on, without a click; what is in both goes on unharmed.
  ///
  /// Returns when it has taken effect, and the instances that are left out have been deallocated.
  ///
  /// - Throws: As `PreparedGraph.init`. Then nothing has changed.
  func update(_ graph: Graph) throws(HostError)

  /// The counters of each node so far; the peaks are those since the last call.
  func readings() -> [Graph.NodeID: NodeReading]

  /// How the nodes with sound files fare.
  func fileStates() -> [Graph.NodeID: FileNodeState]

  /// The slot of an instance, for its supervisor.
  func slot(of node: Graph.NodeID) -> any NodeSlot

  /// Has an event happen at a node: MIDI, a parameter or a ramp; mixers have parameters as well.
  ///
  /// - Parameters:
  ///   - payload: What happens.
  ///   - node: Where.
  ///   - time: When.
  ///   - originator: The observation of the caller, which is not told of the value; nil to tell all.
  /// - Returns: False where too many events wait already.
  func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool

  /// Where the music is.
  var transport: TransportPosition { get }

  /// Has the music play, stand, or go on elsewhere, within some cycles.
  func move(_ move: TransportMove)

  /// Has the music play to its end, and returns when it has sounded for `tail` seconds more.
  ///
  /// In real time it waits, also while the transport is stopped; offline it renders. `stop()` ends
  /// the files that the graph records.
  ///
  /// - Throws: `.refused` where no song says how long the music is, or it repeats; offline, as
  ///   `OfflineEngine.render`.
  func playToEnd(tail: Double) throws(HostError)

  /// Waits at most so many milliseconds for MIDI from outside, and takes all there is.
  ///
  /// One thread at a time. The playing graph gets it without waiting.
  ///
  /// - Returns: Nil where nothing comes in, or nothing any more.
  func takeMIDI(milliseconds: UInt64) -> MIDIArrivals?

  /// Stops after a fade; returns when nothing plays any more. Once.
  func stop()
}

extension GraphEngine {
  /// Has an event happen at a node, and all observers told.
  ///
  /// - Returns: False where too many events wait already.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime
  ) -> Bool { schedule(payload, to: node, at: time, originator: nil) }
}
