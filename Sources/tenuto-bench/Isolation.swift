import GainKernel
import SawtoothKernel
import TenutoCore
import TenutoExtension
import TenutoHost
import TenutoMIDI
import TenutoTransport

/// What it costs that each node is a process of its own, beside the floor of this machine.
struct Isolation {
  let rounds: Int
  /// Whether only the placements and sizes are measured that the bars speak of.
  let isQuick: Bool

  /// How the nodes stand to each other.
  enum Shape: String {
    /// Instruments side by side.
    case wide
    /// An instrument and effects one after the other.
    case chain

    var counts: [Int] { self == .wide ? [1, 8, 32, 64, 128, 256] : [2, 4, 8, 16, 32] }
    var bar: Double { self == .wide ? 1.15 : 1.3 }
  }

  /// Nanoseconds per cycle of N nodes, isolated and called in process.
  struct Pair {
    var isolated: [Double] = []
    var inProcess: [Double] = []

    /// Nanoseconds per node that isolation costs, one value a round.
    func cost(count: Int) -> [Double] {
      zip(isolated, inProcess).map { ($0 - $1) / Double(count) }
    }
  }

  func run(into report: inout Report) throws {
    for shape in [Shape.wide, .chain] {
      for placement in Placement.allCases {
        for frames in isQuick ? [64] : [64, 128, 256] {
          for count in shape.counts where !isQuick || count <= 32 {
            try measure(shape, count: count, frames: frames, placement, into: &report)
          }
        }
      }
    }
  }

  /// Ours and the floor in turn, so that both see the same machine.
  private func measure(
    _ shape: Shape, count: Int, frames: Int, _ placement: Placement, into report: inout Report
  ) throws {
    var ours = Pair()
    var floor = Pair()
    let cycles = max(300, min(3000, 24_000 / count))
    for _ in 0..<rounds {
      try measureFloor(shape, count, frames, placement, cycles, into: &floor)
      try measureOurs(shape, count, frames, placement, cycles, into: &ours)
    }
    let name = "\(shape.rawValue), N = \(count), \(frames) frames, \(placement.rawValue)"
    report.add("isolation, \(name)", "µs", Spread(ours.cost(count: count)).map { $0 / 1000 })
    report.add("floor, \(name)", "µs", Spread(floor.cost(count: count)).map { $0 / 1000 })
    let ratios = zip(ours.cost(count: count), floor.cost(count: count)).map { $0 / $1 }
    report.add("ratio, \(name)", "", Spread(ratios), bar: shape.bar)
  }

  private func measureFloor(
    _ shape: Shape, _ count: Int, _ frames: Int, _ placement: Placement, _ cycles: Int,
    into pair: inout Pair
  ) throws {
    let text = try output(
      of: Surroundings.path(of: "tenuto-floor"),
      [shape.rawValue, "\(count)", "\(frames)", placement.rawValue, "\(cycles)"])
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let median = Double(words[2]) else { continue }
      if words[0] == "isolated" {
        pair.isolated.append(median)
      } else {
        pair.inProcess.append(median)
      }
    }
  }

  private func measureOurs(
    _ shape: Shape, _ count: Int, _ frames: Int, _ placement: Placement, _ cycles: Int,
    into pair: inout Pair
  ) throws {
    let instances = try Self.instances(shape, count: count)
    defer { ParallelEnd.terminate(instances) }
    let prepared = try Self.prepare(shape, instances, frames: frames)
    placement.apply(to: instances)
    _ = Surroundings.becomeRealtime()
    let players = shape == .wide ? count : 1
    for slot in 0..<players { unsafe prepared.renderer.pointee.send(Self.note, toSlot: slot) }
    var times = [Double](repeating: 0, count: cycles)
    for cycle in 0..<cycles {
      times[cycle] = nanoseconds {
        unsafe prepared.renderer.pointee.render(
          frameCount: frames, until: .after(milliseconds: 1000), isRealtime: true)
      }
    }
    pair.isolated.append(Spread(times).median)
    pair.inProcess.append(
      InProcess.median(players: players, effects: count - players, frames: frames, cycles: cycles))
    Surroundings.becomeOrdinary()
    Placement.reset()
    prepared.release()
  }

  static let note = TimedEvent(
    frameOffset: 0, payload: .midi(MIDIEvent.noteOn(channel: 0, note: 60, velocity: 40000).ump))
}

// MARK: - What is measured

extension Isolation {
  /// Sawtooths side by side, or one with Gains behind it.
  static func instances(_ shape: Shape, count: Int) throws -> [Instance] {
    try (0..<count).map { index in
      if shape == .wide || index == 0 {
        return try Instance(
          executablePath: Surroundings.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
      }
      return try Instance(executablePath: Surroundings.path(of: "Gain"), code: "aufx gain Tnto")
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
  /// Nanoseconds of a cycle of `players` Sawtooths, whose outputs are added up, and of `effects`
  /// Gains one after the other behind the first.
  static func median(players: Int, effects: Int, frames: Int, cycles: Int) -> Double {
    let saws = UnsafeMutableBufferPointer<KernelRunner<SawtoothKernel>>.allocate(capacity: players)
    for index in 0..<players {
      unsafe saws.initializeElement(
        at: index, to: KernelRunner(sampleRate: 48000, maximumFrameCount: frames))
      unsafe saws[index].render(frameCount: frames, event: Isolation.note)
    }
    let gains = UnsafeMutableBufferPointer<KernelRunner<GainKernel>>.allocate(capacity: effects)
    for index in 0..<effects {
      unsafe gains.initializeElement(
        at: index, to: KernelRunner(sampleRate: 48000, maximumFrameCount: frames))
    }
    defer {
      unsafe saws.deinitialize()
      unsafe saws.deallocate()
      unsafe gains.deinitialize()
      unsafe gains.deallocate()
    }
    var mix = [Float](repeating: 0, count: frames * 2)
    var times = [Double](repeating: 0, count: cycles)
    for cycle in 0..<cycles {
      times[cycle] = nanoseconds {
        for index in mix.indices { mix[index] = 0 }
        for index in 0..<players {
          unsafe saws[index].render(frameCount: frames)
          unsafe saws[index].add(to: &mix, frameCount: frames)
        }
        for index in 0..<effects {
          unsafe gains[index].take(mix, frameCount: frames)
          unsafe gains[index].render(frameCount: frames)
          for sample in mix.indices { mix[sample] = 0 }
          unsafe gains[index].add(to: &mix, frameCount: frames)
        }
      }
    }
    return Spread(times).median
  }
}

extension KernelRunner where K: ~Copyable {
  /// Renders one cycle with one event.
  mutating func render(frameCount: Int, event: TimedEvent) {
    let events = [event]
    render(frameCount: frameCount, events: events.span)
  }

  /// Adds both channels to `mix`: `[channel][frame]`.
  func add(to mix: inout [Float], frameCount: Int) {
    for channel in 0..<2 {
      let samples = output(channel)
      for frame in 0..<frameCount { mix[channel * frameCount + frame] += samples[frame] }
    }
  }

  /// Takes both channels of `mix` as its input.
  mutating func take(_ mix: [Float], frameCount: Int) {
    for channel in 0..<2 {
      var samples = input(channel)
      for frame in 0..<frameCount { samples[frame] = mix[channel * frameCount + frame] }
    }
  }
}
