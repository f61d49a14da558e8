public import TenutoCore
public import TenutoHost
internal import TenutoMIDI

/// Plays a session by the machine's own clock, where there is no JACK server.
public final class ClockGraphEngine: GraphEngine {
  private let prepared: PreparedGraph
  private let clock: ClockEngine

  /// Begins to play.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - order: What plays; it has a node at least.
  ///   - settings: What the session says of it.
  ///   - recorder: Where the sound goes, if anywhere.
  /// - Throws: As `PreparedGraph.init`, `.outOfResources`.
  public init(
    _ order: EngineOrder, _ settings: EngineSettings, recorder: Recorder? = nil
  ) throws(HostError) {
    guard let first = order.graph.nodeIDs.first else {
      throw HostError(.graphInvalid, "The session has no nodes yet; add one to its file.")
    }
    var format = ClockEngine.format(
      sampleRate: settings.sampleRate ?? 48_000, frameCount: settings.frameCount ?? 256)
    if let share = settings.deadlineShare { format.deadlineShare = share }
    let (inputs, outputs) = order.graph.engineChannelCounts
    format.inputChannelCount = inputs
    format.outputChannelCount = max(2, outputs)
    prepared = try PreparedGraph(order.graph, format: format)
    clock = try ClockEngine(
      prepared,
      song: Song(
        StandardMIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [[]])),
      player: first, tailFrames: Int64.max / 2, recorder: recorder)
  }

  /// Whether it has realtime priority; without, expect clicks.
  public var isRealtime: Bool { clock.isRealtime }

  /// As `PreparedGraph.graph`.
  public var graph: Graph { prepared.graph }

  /// What it is rendered with.
  public var format: EngineFormat { prepared.format }

  /// What it has done so far.
  public var reading: EngineReading { clock.reading }

  /// As `PreparedGraph.update`.
  public func update(_ graph: Graph) throws(HostError) { try prepared.update(graph) }

  /// What each node has done so far; the peaks are those since the last call.
  public func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }

  /// The place of an instance.
  public func seat(of node: Graph.NodeID) -> any Seat { prepared.seat(of: node) }

  /// As `PreparedGraph.schedule`.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime
  ) -> Bool { prepared.schedule(payload, to: node, at: time) }

  /// Stops after a fade.
  public func stop() { clock.stop() }
}

extension Graph {
  /// Channels that audio inputs and audio outputs need, all together.
  var engineChannelCounts: (inputs: Int, outputs: Int) {
    nodes.reduce(into: (0, 0)) { counts, node in
      switch node.content {
      case .audioInput(let count): counts.0 += count
      case .audioOutput(let count): counts.1 += count
      default: break
      }
    }
  }
}
