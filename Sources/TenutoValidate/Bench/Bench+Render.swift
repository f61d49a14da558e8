internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// One cycle of an extension's output.
struct RenderedCycle {
  /// `[channel][frame]` as in memory; unwritten samples keep their earlier value.
  var outputs: [[Float]] = []
  /// The events that it has sent.
  var events: [TimedEvent] = []
  var report: CycleReport
  /// Samples that it has not written.
  var unwrittenCount = 0
  /// Words after the frames of the cycle that it has changed.
  var overwrittenCount = 0
  /// Read-only samples that have changed.
  var changedInputCount = 0

  /// The largest sample.
  var peak: Float { outputs.reduce(0) { max($0, $1.peak) } }
}

extension [Float] {
  var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }
  /// Whether a sample is NaN or infinite.
  var hasNonFinite: Bool { contains { !$0.isFinite } }
  var hasSubnormal: Bool { contains { $0.isSubnormal } }
}

extension Bench {
  /// The mark in every sample that the extension must write: a NaN that no computation gives.
  private static let unwritten: UInt32 = 0x7FC0_DEAD
  /// The mark after the frames of a cycle.
  private static let guardWord: UInt32 = 0x7FC0_BEEF

  /// The options of a cycle besides its frames.
  struct Options {
    var contexts: [(MusicalContext, Int)] = []
    /// Whether rendering is offline for the extension.
    var isOffline = true
    var isMeasured = false
    var milliseconds: UInt64 = 2000
  }

  /// Renders one cycle; missing `inputs` are silent.
  func render(
    _ frameCount: Int, inputs: [[Float]] = [], events: [TimedEvent] = [],
    _ options: Options = Options()
  ) throws -> RenderedCycle {
    let port = try port
    fill(port, inputs, frameCount)
    try start(frameCount, events, options)
    try wait(for: cycle, milliseconds: options.milliseconds)
    sampleTime += Int64(frameCount)
    return collect(port, inputs, frameCount)
  }

  /// Announces a cycle and wakes the extension.
  ///
  /// `datagramCount` is the announced number of event datagrams, if it must differ from the true
  /// one.
  func start(
    _ frameCount: Int, _ events: [TimedEvent] = [], _ options: Options = Options(),
    datagramCount: UInt32? = nil
  ) throws {
    cycle &+= 1
    for event in events { sender.append(event, cycle: cycle) }
    sender.flush(cycle: cycle)
    let deadline: MonotonicTime =
      options.isOffline ? .never : .after(milliseconds: options.milliseconds)
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(frameCount), sampleTime: sampleTime, deadline: deadline,
        isMeasured: options.isMeasured))
    for (context, frame) in options.contexts {
      page.addContext(context, frameOffset: UInt32(frame))
    }
    try port.ask(cycle, datagramCount: datagramCount ?? sender.datagramCount)
    page.setWaiter(0, depth: 0)
    page.start(cycle, depth: 0)
  }

  /// Waits until the extension reports `cycle` as finished.
  func wait(for cycle: UInt32, milliseconds: UInt64) throws {
    guard try isDone(cycle, milliseconds: milliseconds) else {
      throw BenchFault.hung("cycle \(cycle) did not finish within \(milliseconds) ms")
    }
  }

  /// Waits for a cycle; returns false if the time is over.
  func isDone(_ cycle: UInt32, milliseconds: UInt64) throws -> Bool {
    let port = try port
    let deadline = MonotonicTime.after(milliseconds: milliseconds)
    var seen = port.doneCycle
    while seen != cycle {
      guard subject.isAlive else { throw subject.died(during: "cycle \(cycle)") }
      guard MonotonicTime.now < deadline else { return false }
      port.wait(seen: seen, until: .after(milliseconds: 20))
      seen = port.doneCycle
    }
    return true
  }

  /// Renders `frameCount` frames in cycles of `size` frames and joins the outputs.
  func renderLong(
    _ frameCount: Int, size: Int = 512, inputs: [[Float]] = [], events: [TimedEvent] = [],
    _ options: Options = Options()
  ) throws -> [[Float]] {
    var all = [[Float]](repeating: [], count: try port.outputChannelCount)
    var start = 0
    while start < frameCount {
      let count = min(size, frameCount - start)
      let piece = inputs.map { Array($0[start..<start + count]) }
      let own = events.filter { (start..<start + count).contains(Int($0.frameOffset)) }.map {
        TimedEvent(frameOffset: $0.frameOffset - UInt32(start), payload: $0.payload)
      }
      let cycle = try render(count, inputs: piece, events: own, options)
      for (channel, samples) in cycle.outputs.enumerated() { all[channel] += samples }
      start += count
    }
    return all
  }

  private func fill(_ port: HostPort, _ inputs: [[Float]], _ frameCount: Int) {
    for channel in 0..<port.inputChannelCount {
      let samples = unsafe port.inputSamples(channel)
      for frame in 0..<min(frameCount, port.frameCapacity) {
        unsafe samples[frame] = channel < inputs.count ? inputs[channel][frame] : 0
      }
    }
    for channel in 0..<port.outputChannelCount {
      let words = unsafe outputWords(port, channel)
      for frame in 0..<min(frameCount, port.frameCapacity) {
        unsafe words[frame] = Self.unwritten
      }
      for frame in min(frameCount, port.frameCapacity)..<guardEnd(port) {
        unsafe words[frame] = Self.guardWord
      }
    }
  }

  private func collect(
    _ port: HostPort, _ inputs: [[Float]], _ frameCount: Int
  ) -> RenderedCycle {
    outbox.events = []
    outbox.drain()
    subject.readOutput()
    var result = RenderedCycle(report: port.report)
    result.events = outbox.events
    let count = min(frameCount, port.frameCapacity)
    for channel in 0..<port.outputChannelCount {
      let words = unsafe outputWords(port, channel)
      let raw = (0..<count).map { unsafe words[$0] }
      result.unwrittenCount += raw.count { $0 == Self.unwritten }
      result.outputs.append(raw.map { Float(bitPattern: $0) })
      for frame in count..<guardEnd(port) where unsafe words[frame] != Self.guardWord {
        result.overwrittenCount += 1
      }
    }
    for (channel, samples) in inputs.enumerated() where channel < port.inputChannelCount {
      let now = unsafe port.inputSamples(channel)
      result.changedInputCount += (0..<count).count {
        unsafe now[$0].bitPattern != samples[$0].bitPattern
      }
    }
    return result
  }

  /// Words of a channel, including those after its frames up to the next channel.
  private func guardEnd(_ port: HostPort) -> Int { (port.frameCapacity + 15) / 16 * 16 }

  private func outputWords(_ port: HostPort, _ channel: Int) -> UnsafeMutablePointer<UInt32> {
    let samples = unsafe UnsafeMutableRawPointer(mutating: port.outputSamples(channel))
    return unsafe samples.assumingMemoryBound(to: UInt32.self)
  }
}
