import Glibc
import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// A chain of extensions that a test drives cycle by cycle, linked or not.
final class ChainRig {
  let graph: PreparedGraph
  let instances: [Instance]
  /// The output, channel after channel in each cycle.
  private(set) var heard: [Float] = []
  private var frame = 0
  private var cycle: UInt32 = 0
  /// The microseconds for which unruly members render.
  private var work: Float = 0

  convenience init(_ instances: [Instance], handsOn: Bool, frameCount: Int = 64) throws {
    var graph = Graph(chain: instances)
    if instances[0].layoutInGraph.inputs.first == 2 {
      graph.connectInput(to: graph.nodeIDs[0])
    }
    try self.init(graph, instances, handsOn: handsOn, frameCount: frameCount)
  }

  /// Instruments in parallel instead of a chain.
  convenience init(sideBySide instances: [Instance]) throws {
    var graph = Graph()
    for instance in instances { graph.connectOutput(of: graph.add(instance)) }
    try self.init(graph, instances, handsOn: true, frameCount: 64)
  }

  private init(
    _ graph: Graph, _ instances: [Instance], handsOn: Bool, frameCount: Int
  ) throws {
    self.instances = instances
    var format = EngineFormat(
      sampleRate: 48000, frameCount: frameCount, inputChannelCount: 2, outputChannelCount: 4)
    format.handsOn = handsOn
    self.graph = try PreparedGraph(graph, format: format)
  }

  func end() {
    graph.release()
    for instance in instances { instance.terminate() }
  }

  var nodes: [Graph.NodeID] { graph.graph.nodeIDs }

  /// The number of members that follow their predecessor.
  var followers: Int { instances.count { $0.renderMemory?.isFollowing == true } }

  /// Renders a cycle with or without a deadline.
  func render(_ frameCount: Int = 64, milliseconds: UInt64? = nil) {
    cycle += 1
    let renderer = unsafe graph.renderer
    for channel in 0..<2 {
      let samples = unsafe renderer.pointee.externalSamples(channel)
      for offset in 0..<frameCount {
        unsafe samples[offset] = Self.noise(frame + offset + 7919 * channel)
      }
    }
    unsafe renderer.pointee.render(
      frameCount: frameCount, until: .after(milliseconds: milliseconds ?? 10_000),
      isRealtime: milliseconds != nil)
    for channel in 0..<4 {
      let samples = unsafe renderer.pointee.mixSamples(channel)
      for offset in 0..<frameCount { heard.append(unsafe samples[offset]) }
    }
    frame += frameCount
  }

  /// Whether all but one have finished the newest cycle within ten seconds, that is, in the rest of
  /// the period.
  func isSettled(except victim: Int) -> Bool {
    eventually {
      instances.enumerated().allSatisfy { index, instance in
        index == victim || instance.renderMemory?.port.doneCycle == cycle
      }
    }
  }

  private static func noise(_ seed: Int) -> Float {
    var random = SeededRandom(seed: UInt64(seed))
    return Float(Int32(truncatingIfNeeded: random.next() >> 40) % 4096) / 8192
  }

  /// Sends an event to a member in the next cycle.
  func send(_ payload: TimedEvent.Payload, at frame: Int, to member: Int) {
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: UInt32(frame), payload: payload),
      toSlot: graph.slotNumber(of: nodes[member]))
  }

  /// Makes all members, which are unruly, render for some microseconds.
  func makeWork(microseconds: Float) {
    work = microseconds
    for member in instances.indices {
      send(.parameter(address: 3, value: microseconds), at: 0, to: member)
    }
  }

  /// Makes an unruly member hold its core for longer than the cycle of 160 ms, and waits until all
  /// have settled; `then` is called at the end of the cycle.
  func hold(_ member: Int, milliseconds: Int, then body: () -> Void = {}) {
    send(.parameter(address: 3, value: Float(milliseconds) * 1000), at: 0, to: member)
    render(milliseconds: 160)
    body()
    send(.parameter(address: 3, value: work), at: 0, to: member)
    for _ in 0..<20 {
      usleep(20_000)
      render(milliseconds: 100)
    }
  }

  var misses: [UInt64] { graph.readings().map(\.misses) }
}
