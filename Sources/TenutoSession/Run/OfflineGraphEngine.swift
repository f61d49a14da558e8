public import TenutoCore
public import TenutoHost

/// Plays a session as fast as the machine allows, as far as it is told to.
///
/// It is rendered by whoever calls `render`, and is not edited.
public final class OfflineGraphEngine: GraphEngine {
  private let prepared: PreparedGraph
  private let timeline: MusicalTimeline

  /// Prepares what a session orders.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `PreparedGraph.init`.
  public init(_ order: EngineOrder, _ settings: EngineSettings) throws(HostError) {
    let format = OfflineEngine.format(
      sampleRate: settings.chosenRate, frameCount: settings.chosenFrameCount)
    prepared = try PreparedGraph(order.graph, format: format.fitted(to: order.graph, settings))
    timeline = MusicalTimeline(tempo: settings.tempo)
  }

  /// Renders so many frames, and gives every cycle's samples to `sink`.
  ///
  /// Thread: control, one at a time.
  ///
  /// - Throws: As `OfflineEngine.render`.
  public func render(
    frameCount: Int64, sink: (borrowing CycleOutput) throws(HostError) -> Void
  ) throws(HostError) {
    try OfflineEngine(prepared).render(frameCount: frameCount, timeline: timeline, sink: sink)
  }

  /// As `PreparedGraph.graph`.
  public var graph: Graph { prepared.graph }

  /// What it is rendered with.
  public var format: EngineFormat { prepared.format }

  /// The frames that are rendered.
  public var reading: EngineReading {
    var reading = EngineReading()
    reading.sampleTime = prepared.sampleTime
    return reading
  }

  /// Refuses: what was edited would be heard at another time in each run.
  public func update(_ graph: Graph) throws(HostError) {
    throw HostError(.refused, "A session that is rendered offline is not edited meanwhile.")
  }

  /// What each node has done so far; the peaks are those since the last call.
  public func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }

  /// How the nodes with sound files fare.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { prepared.fileStates() }

  /// The place of an instance.
  public func seat(of node: Graph.NodeID) -> any Seat { prepared.seat(of: node) }

  /// As `PreparedGraph.schedule`.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool { prepared.schedule(payload, to: node, at: time, originator: originator) }

  /// Lets all instances go, and finishes the files that are written.
  public func stop() { prepared.release() }
}
