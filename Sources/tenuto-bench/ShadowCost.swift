import Glibc
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoTransport

/// The cost of shadows: the same Sawtooths with and without them, in turn.
struct ShadowCost {
  let rounds: Int
  let cycles: Int

  /// One run; times in ns.
  private struct Run {
    /// From the start of a cycle to its output, and to the end of the work for shadows.
    var output: [Double] = []
    var served: [Double] = []
    /// Processor time of a cycle, of the host and all extensions.
    var processor = 0.0
    var misses: UInt64 = 0
    /// Shadows that are exact at the end.
    var exact = 0
  }

  func run(into report: inout Report) throws {
    for count in [1, 32] {
      var ratios: (output: [Double], processor: [Double]) = ([], [])
      var (times, medians): ([Double], [Double]) = ([], [])
      var (misses, exact): ([Double], [Double]) = ([], [])
      for round in 0..<rounds {
        // In turn, so that the machine's mood is shared.
        let isFirst = round % 2 == 0
        let one = try measure(count, hasShadows: isFirst)
        let other = try measure(count, hasShadows: !isFirst)
        let (shadowed, plain) = isFirst ? (one, other) : (other, one)
        let output = Spread(shadowed.output).median
        ratios.output.append(output / Spread(plain.output).median)
        ratios.processor.append(shadowed.processor / plain.processor)
        times.append((Spread(shadowed.served).median - output) / 1000)
        medians.append(output / 1000)
        misses.append(Double(shadowed.misses))
        exact.append(Double(shadowed.exact))
      }
      let name = "\(count) Sawtooths with shadows, 64 frames"
      report.add("cycle to its output, \(name)", "µs", Spread(medians))
      report.add("the same beside no shadows, \(name)", "×", Spread(ratios.output), bar: 1.03)
      report.add(
        "processor time beside no shadows, \(name)", "×", Spread(ratios.processor), bar: 2.1)
      report.add("feeding the shadows afterwards, \(name)", "µs", Spread(times))
      report.add("missed cycles in \(cycles), \(name)", "", Spread(misses))
      report.add(
        "exact shadows at the end, \(name)", "", Spread(exact), bar: Double(count), isFloor: true)
    }
  }

  /// Cycles in which the instruments come up.
  private static let warmUp = 200
  private static let frameCount = 64

  private func measure(_ count: Int, hasShadows: Bool) throws -> Run {
    let instances = try Capacity.sawtooths(count)
    var shadows: [Instance] = []
    defer { ParallelEnd.terminate(instances + shadows) }
    var graph = Graph()
    var nodes: [Graph.NodeID] = []
    for instance in instances {
      instance.keepsCycles = hasShadows
      let node = graph.add(instance)
      graph.connectOutput(of: node)
      nodes.append(node)
    }
    let prepared = try PreparedGraph(
      graph,
      format: ClockEngine.format(sampleRate: Metronome.sampleRate, frameCount: Self.frameCount))
    defer { prepared.release() }
    if hasShadows {
      shadows = try Capacity.sawtooths(count)
      for (shadow, node) in zip(shadows, nodes) { try prepared.setShadow(shadow, node: node) }
    }
    for slot in 0..<count { unsafe prepared.renderer.pointee.send(Capacity.note, toSlot: slot) }
    let metronome = Metronome(
      prepared, frameCount: Self.frameCount, capacity: cycles + Self.warmUp)
    try metronome.wait(for: Self.warmUp)
    let before = Self.processorTime(instances + shadows)
    try metronome.wait(for: cycles + Self.warmUp)
    let after = Self.processorTime(instances + shadows)
    metronome.stop()
    var run = Run()
    for index in Self.warmUp..<metronome.count {
      let note = metronome.note(index)
      run.output.append(Double(note.ended - note.began))
      run.served.append(Double(note.served - note.began))
    }
    run.processor = Double(after - before) / Double(cycles)
    for node in nodes {
      let reading = prepared.counters(of: node)
      run.misses += reading.misses
      if reading.hasShadow { run.exact += 1 }
    }
    return run
  }

  /// Nanoseconds that this process and the instances' have run.
  private static func processorTime(_ instances: [Instance]) -> UInt64 {
    var sum = time(of: CLOCK_PROCESS_CPUTIME_ID)
    for instance in instances {
      var clock: clockid_t = 0
      guard unsafe clock_getcpuclockid(instance.process.identifier, &clock) == 0 else { continue }
      sum += time(of: clock)
    }
    return sum
  }

  private static func time(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
