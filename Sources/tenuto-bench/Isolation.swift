import FloorVoiceKernel
import TenutoCore
import TenutoExtension
import TenutoMIDI
import TenutoRender
import TenutoTransport

/// The cost of a process per node, compared with this machine's floor.
///
/// Both sides render the floor's voice; the cost of a kernel with cold caches is not included
/// (`Capacity` measures it, with Sawtooths).
struct Isolation {
  let rounds: Int
  /// Whether to measure only one size.
  let isQuick: Bool

  /// The shape of the graph.
  enum Shape: String {
    /// Sources in parallel.
    case wide
    /// A source and effects in series.
    case chain

    var counts: [Int] { self == .wide ? [1, 8, 32, 64, 128, 256] : [2, 4, 8, 16, 32] }
    var bar: Double { self == .wide ? 1.15 : 1.3 }
  }

  /// Nanoseconds per cycle of N nodes: isolated, one value per turn, and in process.
  private struct Pair {
    var isolated: [Double] = []
    var inProcess = 0.0

    /// Nanoseconds per node for isolation, one value per turn.
    func cost(count: Int) -> [Double] { isolated.map { ($0 - inProcess) / Double(count) } }
  }

  func run(into report: inout Report) throws {
    for shape in [Shape.wide, .chain] {
      for placement in Placement.allCases {
        for count in shape.counts where !isQuick || count == 32 {
          try measure(shape, count: count, frames: 64, placement, into: &report)
        }
      }
    }
  }

  /// Alternates between Tenuto and the floor every few milliseconds, so that both run in the same
  /// conditions.
  private func measure(
    _ shape: Shape, count: Int, frames: Int, _ placement: Placement, into report: inout Report
  ) throws {
    var ours: [Double] = []
    var floor: [Double] = []
    var ratios: [Double] = []
    for _ in 0..<rounds {
      let turns = try turns(shape, count, frames, placement)
      ours.append(Spread(turns.ours.cost(count: count)).median)
      floor.append(Spread(turns.floor.cost(count: count)).median)
      let pairs = zip(turns.ours.cost(count: count), turns.floor.cost(count: count))
      ratios.append(Spread(pairs.map { $0 / $1 }).median)
    }
    let name = "\(shape.rawValue), N = \(count), \(frames) frames, \(placement.rawValue)"
    report.add("isolation, \(name)", "µs", Spread(ours).map { $0 / 1000 })
    report.add("floor, \(name)", "µs", Spread(floor).map { $0 / 1000 })
    report.add("ratio, \(name)", "", Spread(ratios), bar: shape.bar)
  }

  /// Turns per round.
  private static let roundCount = 20

  private func turns(
    _ shape: Shape, _ count: Int, _ frames: Int, _ placement: Placement
  ) throws -> (ours: Pair, floor: Pair) {
    let process = try FloorProcess(shape, count: count, frames: frames, placement)
    defer { process.stop() }
    let instances = try Self.instances(shape, count: count)
    defer { ParallelEnd.terminate(instances) }
    let prepared = try Self.prepare(shape, instances, frames: frames)
    defer { prepared.release() }
    placement.apply(to: instances)
    defer { Placement.reset() }
    _ = BenchEnvironment.becomeRealtime()
    defer { BenchEnvironment.becomeOrdinary() }
    var ours = Pair()
    var floor = Pair()
    let cycles = max(20, min(200, 2400 / count))
    for _ in 0..<Self.roundCount {
      floor.isolated.append(try process.measure(.isolated, cycles: cycles))
      ours.isolated.append(Self.render(prepared, frames: frames, cycles: cycles))
    }
    floor.inProcess = try process.measure(.inProcess, cycles: cycles)
    ours.inProcess = InProcess.median(count: count, frames: frames, cycles: cycles)
    return (ours, floor)
  }

  /// Nanoseconds per cycle.
  static func render(_ prepared: PreparedGraph, frames: Int, cycles: Int) -> Double {
    let times = (0..<cycles).map { _ in
      nanoseconds {
        unsafe prepared.renderer.pointee.render(
          frameCount: frames, until: .after(milliseconds: 1000), isRealtime: true)
      }
    }
    return Spread(times).median
  }
}

// MARK: - Measurements

extension Isolation {
  /// Voices of the floor, in parallel or in series.
  static func instances(_ shape: Shape, count: Int) throws -> [Instance] {
    try (0..<count).map { index in
      let isSource = shape == .wide || index == 0
      return try Instance(
        executablePath: BenchEnvironment.path(of: "FloorVoice"),
        code: isSource ? "aumu flor Tnto" : "aufx flor Tnto")
    }
  }

  static func prepare(
    _ shape: Shape, _ instances: [Instance], frames: Int
  ) throws -> PreparedGraph {
    let format = EngineFormat(sampleRate: 48000, frameCount: frames, priority: 60)
    if shape == .chain { return try PreparedGraph(Graph(chain: instances), format: format) }
    return try StartAndMemory.prepare(instances, format: format)
  }
}

/// The same kernels, called one after the other in this process.
enum InProcess {
  /// Nanoseconds per cycle of `count` voices whose outputs are added, as in `tenuto-floor`.
  static func median(count: Int, frames: Int, cycles: Int) -> Double {
    let voices = UnsafeMutableBufferPointer<KernelRunner<FloorSource>>.allocate(capacity: count)
    for index in 0..<count {
      unsafe voices.initializeElement(
        at: index, to: KernelRunner(sampleRate: 48000, maximumFrameCount: frames))
    }
    defer {
      unsafe voices.deinitialize()
      unsafe voices.deallocate()
    }
    var mix = [Float](repeating: 0, count: frames * 2)
    var times = [Double](repeating: 0, count: cycles)
    for cycle in 0..<cycles {
      times[cycle] = nanoseconds {
        for index in mix.indices { mix[index] = 0 }
        for index in 0..<count {
          unsafe voices[index].render(frameCount: frames)
          unsafe voices[index].add(to: &mix, frameCount: frames)
        }
      }
    }
    return Spread(times).median
  }
}

extension KernelRunner where K: ~Copyable {
  /// Adds both channels to `mix`: `[channel][frame]`.
  func add(to mix: inout [Float], frameCount: Int) {
    for channel in 0..<2 {
      let samples = output(channel)
      for frame in 0..<frameCount { mix[channel * frameCount + frame] += samples[frame] }
    }
  }
}
