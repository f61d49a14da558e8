import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSystem

/// A prepared graph that a test drives cycle by cycle, with its complete output.
final class Stage {
  let graph: PreparedGraph
  /// The output by channel.
  private(set) var heard: [[Float]]
  /// The input, a function of channel and frame.
  private let input: (Int, Int) -> Float
  private let inputCount: Int
  private(set) var frame = 0

  init(
    _ graph: Graph, inputCount: Int = 2, outputCount: Int = 4, frameCount: Int = 64,
    input: @escaping (Int, Int) -> Float = Stage.noise
  ) throws(HostError) {
    self.graph = try PreparedGraph(
      graph,
      format: EngineFormat(
        sampleRate: 48000, frameCount: frameCount, inputChannelCount: inputCount,
        outputChannelCount: outputCount))
    self.input = input
    self.inputCount = inputCount
    heard = [[Float]](repeating: [], count: outputCount)
  }

  /// A pseudorandom sample; sums of a few are exact.
  static func noise(_ channel: Int, _ frame: Int) -> Float {
    var random = SeededRandom(seed: UInt64(channel * 1_000_003 + frame))
    return Float(Int32(truncatingIfNeeded: random.next() >> 40) % 4096) / 8192
  }

  /// Renders cycles.
  func render(_ cycles: Int = 1, frameCount: Int = 64, isRealtime: Bool = false) {
    let renderer = unsafe graph.renderer
    for _ in 0..<cycles {
      for channel in 0..<inputCount {
        let samples = unsafe renderer.pointee.externalSamples(channel)
        for offset in 0..<frameCount { unsafe samples[offset] = input(channel, frame + offset) }
      }
      unsafe renderer.pointee.render(
        frameCount: frameCount, until: .after(milliseconds: 10_000), isRealtime: isRealtime)
      for channel in heard.indices {
        let samples = unsafe renderer.pointee.mixSamples(channel)
        for offset in 0..<frameCount { heard[channel].append(unsafe samples[offset]) }
      }
      frame += frameCount
    }
  }

  /// Edits the playing graph, from the next cycles on.
  func edit(_ body: (inout Graph) throws -> Void) throws {
    var edited = graph.graph
    try body(&edited)
    try graph.update(edited, waits: false)
  }

  /// The largest step between two frames of a channel.
  func largestStep(_ channel: Int, from first: Int = 0) -> Float {
    let samples = heard[channel][first...]
    return zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
  }

  deinit { graph.release() }
}

extension Graph {
  /// Adds the engine's input and output with that many channels each.
  mutating func addPorts(inputs: Int, outputs: Int) -> (NodeID, NodeID) {
    (
      add(.audioInput(channelCount: inputs), name: "In"),
      add(.audioOutput(channelCount: outputs), name: "Out")
    )
  }
}

extension Instance {
  /// Passes one channel through.
  static func wire() throws(HostError) -> Instance {
    try Instance(built: "FaultyExtension", "aufx wire Test")
  }

  /// Its input 37 frames later at half the level.
  static func late() throws(HostError) -> Instance {
    try Instance(built: "RoutingExtension", "aufx late Test")
  }

  /// Delays its input by the number of frames in parameter 1, initially 37.
  static func varying() throws(HostError) -> Instance {
    try Instance(built: "RoutingExtension", "aufx vary Test")
  }
}

/// Expects an error of a kind whose text contains all `words`.
func expectError<T>(
  _ code: HostError.Code, _ words: String, _ body: () throws(HostError) -> T,
  _ location: SourceLocation = #_sourceLocation
) {
  do throws(HostError) {
    _ = try body()
    Issue.record("no error", sourceLocation: location)
  } catch {
    #expect(error.code == code, sourceLocation: location)
    #expect(error.description.contains(words), "\(error)", sourceLocation: location)
  }
}
