import TenutoCore
import TenutoTransport

@testable import TenutoRender
@testable import TenutoSession
@testable import TenutoSystem

/// An engine whose cycles a test renders one by one.
@safe final class CycleEngine: GraphEngine, @unchecked Sendable {  // the test renders
  private let prepared: PreparedGraph
  private static let frameCount = 64

  init(_ order: EngineOrder) throws(HostError) {
    prepared = try PreparedGraph(
      order.graph,
      format: EngineFormat(
        sampleRate: 48_000, frameCount: Self.frameCount,
        outputChannelCount: max(2, order.graph.engineChannelCounts.outputs)))
  }

  /// The output so far, by the engine's channels.
  private(set) var heard: [[Float]] = [[], [], [], []]

  /// Renders a cycle without a deadline.
  func render() {
    unsafe prepared.renderer.pointee.render(
      frameCount: Self.frameCount, until: .after(milliseconds: 10_000), isRealtime: false)
    for channel in 0..<prepared.format.outputChannelCount {
      let samples = unsafe prepared.renderer.pointee.mixSamples(channel)
      heard[channel] += (0..<Self.frameCount).map { unsafe samples[$0] }
    }
  }

  var graph: Graph { prepared.graph }
  var format: EngineFormat { prepared.format }
  var reading: EngineReading { EngineReading() }

  /// Renders until the edit is in effect: removed instances may end then.
  func update(_ graph: Graph) throws(HostError) {
    try prepared.update(graph, waits: false)
    for _ in 0..<Self.editCycleCount { render() }
  }

  private static let editCycleCount = 4

  func fileStates() -> [Graph.NodeID: FileNodeState] { [:] }
  func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }
  func slot(of node: Graph.NodeID) -> any NodeSlot { prepared.slot(of: node) }

  func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool { prepared.schedule(payload, to: node, at: time, originator: originator) }

  var transport: TransportPosition {
    TransportPosition(frame: prepared.sampleTime, isPlaying: true)
  }
  func move(_ move: TransportMove) {}
  func stop() {}
}
