public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Renders a graph as fast as the machine allows: the same graph gives the same samples on every run.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` in offline manual rendering mode.
public final class OfflineEngine: GraphEngine {
  /// The graph to render.
  let prepared: PreparedGraph
  private let clock: TransportClock

  /// Frames of one cycle, about: waking a core that sleeps costs up to 60 µs, so that a song in
  /// cycles of 4096 frames takes a quarter longer than in these.
  private static let cycleFrames = SegmentShape.maximumFrameCapacity

  /// How long one cycle may take before an extension counts as hung.
  private static let patienceMilliseconds: UInt64 = 10_000

  /// The format for rendering in calls of `frameCount` frames.
  public static func format(sampleRate: Double, frameCount: Int) -> EngineFormat {
    var format = EngineFormat(
      sampleRate: sampleRate, frameCount: frameCount, burst: max(1, cycleFrames / frameCount))
    format.isRealtime = false
    return format
  }

  /// Prepares a graph.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - graph: What is rendered.
  ///   - format: With what; `format(sampleRate:frameCount:)` says what is usual.
  ///   - timeline: When the beats are where no song says it; kernels see a transport that plays.
  /// - Throws: As `PreparedGraph.init`.
  public init(
    _ graph: Graph, format: EngineFormat = OfflineEngine.format(sampleRate: 48000, frameCount: 256),
    timeline: MusicalTimeline = MusicalTimeline()
  ) throws(HostError) {
    prepared = try PreparedGraph(graph, format: format, timeline: timeline)
    clock = prepared.allocateClock()
  }

  deinit { clock.deallocate() }

  /// Renders so many frames more, and gives every cycle's samples to `sink`.
  ///
  /// Thread: control, which is the render thread here; one at a time.
  ///
  /// - Throws: What `sink` throws; `.extensionDied` or `.extensionTimedOut` where a node missed a
  ///   cycle: there is no music to save offline, so a file with a hole is not made.
  public func render(
    frameCount: Int64, sink: (borrowing CycleOutput) throws(HostError) -> Void
  ) throws(HostError) {
    let end = prepared.sampleTime + frameCount
    while prepared.sampleTime < end {
      let start = prepared.sampleTime
      let capacity = min(format.frameCapacity, prepared.fileFrameLimit)
      let most = Int(min(end - start, Int64(capacity)))
      let transport = clock.position(at: start)
      let count = unsafe prepared.renderer.pointee.musicFrames(
        from: transport, atMost: sparseFrames(from: transport, atMost: most))
      try prepared.serveFiles(frameCount: count)
      unsafe prepared.renderer.pointee.setMusic(transport, frameCount: count)
      unsafe prepared.renderer.pointee.render(
        frameCount: count, until: .after(milliseconds: Self.patienceMilliseconds),
        isRealtime: false)
      try checkForMisses()
      try unsafe sink(CycleOutput(prepared.renderer, frameCount: count))
    }
  }

  /// Renders to the end of the music and `tail` seconds more, into the files of the graph.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `render`; `.refused` where no song says how long the music is, or it repeats.
  public func playToEnd(tail: Double = 1) throws(HostError) {
    let seconds = try graph.musicLength() + tail
    try render(frameCount: Int64((seconds * format.sampleRate).rounded(.up))) { _ in }
  }

  /// Frames of a cycle in which songs are not denser than what a node can be sent; whole calls of
  /// the kernels, so that those are the same however dense a song is.
  private func sparseFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    let count = unsafe prepared.renderer.pointee.songFrames(from: transport, atMost: frameCount)
    guard count < frameCount else { return frameCount }
    return min(frameCount, max(1, count / format.frameCount) * format.frameCount)
  }

  private func checkForMisses() throws(HostError) {
    guard unsafe prepared.renderer.pointee.hasMissed else { return }
    // How it ended is known a little later than that it has.
    for instance in prepared.instances where !instance.process.monitor.life.isAlive {
      throw HostError(.extensionDied, instance.process.obituary(name: instance.label))
    }
    throw HostError(
      .extensionTimedOut,
      "An extension gave no answer for \(Self.patienceMilliseconds / 1000) s while rendering")
  }
}

// MARK: - Graph

extension OfflineEngine {
  /// The graph to render.
  public var graph: Graph { prepared.graph }

  /// The format of the engine.
  public var format: EngineFormat { prepared.format }

  /// The frames that are rendered.
  public var reading: EngineReading {
    var reading = EngineReading()
    reading.sampleTime = prepared.sampleTime
    return reading
  }

  /// Renders `graph` from the next cycle on; an edit takes effect while `render` runs.
  ///
  /// - Throws: As `PreparedGraph.update`. Then nothing has changed.
  public func update(_ graph: Graph) throws(HostError) {
    try prepared.update(graph, waits: false)
  }

  /// The counters of each node so far; the peaks are those since the last call.
  public func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }

  /// How the nodes with sound files fare.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { prepared.fileStates() }

  /// The slot of an instance, for its supervisor.
  public func slot(of node: Graph.NodeID) -> any NodeSlot { prepared.slot(of: node) }

  /// Has an event happen at a node; see `PreparedGraph.schedule`.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool { prepared.schedule(payload, to: node, at: time, originator: originator) }

  /// Where the music is at the next frame.
  public var transport: TransportPosition {
    prepared.place(of: clock.position(at: prepared.sampleTime))
  }

  /// Moves the transport at the next frame.
  public func move(_ move: TransportMove) { prepared.move(clock, move, at: prepared.sampleTime) }

  /// Lets all instances go, and finishes the files that are written.
  public func stop() { prepared.release() }
}

/// The output of one cycle; lent for a call.
@safe public struct CycleOutput: ~Copyable, ~Escapable {
  private let renderer: UnsafePointer<Renderer>
  /// Frames in the cycle.
  public let frameCount: Int

  @_lifetime(immortal)
  init(_ renderer: UnsafeMutablePointer<Renderer>, frameCount: Int) {
    unsafe self.renderer = UnsafePointer(renderer)
    self.frameCount = frameCount
  }

  /// Audio channels.
  public var channelCount: Int { unsafe renderer.pointee.outputChannelCount }

  /// MIDI events that the graph puts out in the cycle.
  public var eventCount: Int { unsafe renderer.pointee.outputEventCount }

  /// A MIDI event of the last cycle, in the order of frames; an index out of range is a programmer
  /// error and traps.
  public func event(_ index: Int) -> TimedEvent { unsafe renderer.pointee.outputEvent(index) }

  /// The samples of one channel, valid as long as this value.
  @unsafe func samples(_ channel: Int) -> UnsafePointer<Float> {
    unsafe renderer.pointee.mixSamples(channel)
  }

  /// The samples of one channel.
  @_lifetime(borrow self)
  public func channel(_ channel: Int) -> Span<Float> {
    unsafe _overrideLifetime(
      Span(_unsafeStart: renderer.pointee.mixSamples(channel), count: frameCount),
      borrowing: self)
  }
}
