import SawtoothKernel
import TenutoCore
import TenutoExtension
import TenutoHost
import TenutoMIDI
import TenutoTransport

/// What it costs that an instrument is a process of its own, beside the floor of this machine.
struct Isolation {
  let cycles: Int
  let rounds: Int

  /// Nanoseconds per cycle of N instruments, isolated and called in process.
  struct Pair {
    var isolated: [Double] = []
    var inProcess: [Double] = []

    /// Nanoseconds per instrument that isolation costs, one value a round.
    func cost(count: Int) -> [Double] {
      zip(isolated, inProcess).map { ($0 - $1) / Double(count) }
    }
  }

  func run(into report: inout Report) throws {
    for placement in Placement.allCases {
      for frames in [64, 128] {
        for count in [1, 8, 32, 64] {
          try measure(count: count, frames: frames, placement, into: &report)
        }
      }
    }
  }

  /// Ours and the floor in turn, so that both see the same machine.
  private func measure(
    count: Int, frames: Int, _ placement: Placement, into report: inout Report
  ) throws {
    var ours = Pair()
    var floor = Pair()
    for _ in 0..<rounds {
      try measureFloor(count: count, frames: frames, placement, into: &floor)
      try measureOurs(count: count, frames: frames, placement, into: &ours)
    }
    let name = "N = \(count), \(frames) frames, \(placement.rawValue)"
    report.add(
      "isolation, \(name)", "µs", Spread(ours.cost(count: count)).map { $0 / 1000 })
    report.add("floor, \(name)", "µs", Spread(floor.cost(count: count)).map { $0 / 1000 })
    let ratios = zip(ours.cost(count: count), floor.cost(count: count)).map { $0 / $1 }
    report.add("ratio, \(name)", "", Spread(ratios), bar: count == 32 ? 1.25 : nil)
  }

  private func measureFloor(
    count: Int, frames: Int, _ placement: Placement, into pair: inout Pair
  ) throws {
    let text = try output(
      of: Surroundings.path(of: "tenuto-floor"),
      ["\(count)", "\(frames)", placement.rawValue, "\(cycles)"])
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
    count: Int, frames: Int, _ placement: Placement, into pair: inout Pair
  ) throws {
    let instances = try (0..<count).map { _ in
      try Instance(executablePath: Surroundings.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
    }
    defer { for instance in instances { instance.terminate() } }
    var graph = Graph()
    for instance in instances { graph.connectOutput(of: graph.add(instance)) }
    let prepared = try PreparedGraph(
      graph, format: EngineFormat(sampleRate: 48000, frameCount: frames, priority: 60))
    placement.apply(to: instances)
    _ = Surroundings.becomeRealtime()
    for slot in 0..<count { unsafe prepared.renderer.pointee.send(Self.note, toSlot: slot) }
    var times = [Double](repeating: 0, count: cycles)
    for cycle in 0..<cycles {
      times[cycle] = nanoseconds {
        unsafe prepared.renderer.pointee.render(
          frameCount: frames, until: .after(milliseconds: 1000), isRealtime: true)
      }
    }
    pair.isolated.append(Spread(times).median)
    pair.inProcess.append(inProcess(count: count, frames: frames))
    Surroundings.becomeOrdinary()
    Placement.reset()
    prepared.release()
  }

  private static let note = TimedEvent(
    frameOffset: 0, payload: .midi(MIDIEvent.noteOn(channel: 0, note: 60, velocity: 40000).ump))

  /// The same kernels, called one after the other in this process, and their outputs added up.
  private func inProcess(count: Int, frames: Int) -> Double {
    let runners = UnsafeMutableBufferPointer<KernelRunner<SawtoothKernel>>.allocate(capacity: count)
    for index in 0..<count {
      unsafe runners.initializeElement(
        at: index, to: KernelRunner(sampleRate: 48000, maximumFrameCount: frames))
      unsafe runners[index].render(frameCount: frames, event: Self.note)
    }
    defer {
      unsafe runners.deinitialize()
      unsafe runners.deallocate()
    }
    var mix = [Float](repeating: 0, count: frames * 2)
    var times = [Double](repeating: 0, count: cycles)
    for cycle in 0..<cycles {
      times[cycle] = nanoseconds {
        for index in mix.indices { mix[index] = 0 }
        for index in 0..<count {
          unsafe runners[index].render(frameCount: frames)
          unsafe runners[index].add(to: &mix, frameCount: frames)
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
}
