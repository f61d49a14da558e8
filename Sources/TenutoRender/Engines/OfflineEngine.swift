public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Renders a graph as fast as possible: the same graph gives the same samples in every run.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` in offline manual rendering mode.
public final class OfflineEngine: GraphEngine {
  /// The graph to render.
  let prepared: PreparedGraph
  private let clock: TransportClock

  /// The target length of a cycle in frames: waking a sleeping core costs up to 60 µs, so that a
  /// song in cycles of 4096 frames takes a quarter longer.
  private static let cycleFrames = SegmentShape.maximumFrameCapacity

  /// Milliseconds of one cycle after which an extension counts as hung.
  private static let timeoutMilliseconds: UInt64 = 10_000

  /// Returns the format for rendering in calls of `frameCount` frames.
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
  ///   - graph: The graph to render.
  ///   - format: The format to render in, usually `format(sampleRate:frameCount:)`.
  ///   - timeline: The tempo and meter, unless a song states them; kernels see a playing transport.
  /// - Throws: As `PreparedGraph.init`.
  public init(
    _ graph: Graph, format: EngineFormat = OfflineEngine.format(sampleRate: 48000, frameCount: 256),
    timeline: MusicalTimeline = MusicalTimeline()
  ) throws(HostError) {
    prepared = try PreparedGraph(graph, format: format, timeline: timeline)
    clock = prepared.allocateClock()
  }

  deinit { clock.deallocate() }

  /// Renders `frameCount` more frames, and passes each cycle's samples to `sink`.
  ///
  /// Thread: control, which is the render thread here; one at a time.
  ///
  /// - Throws: The errors of `sink`; `.extensionDied` or `.extensionTimedOut` if a node missed a
  ///   cycle, since an offline rendering must have no gap.
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
        frameCount: count, until: .after(milliseconds: Self.timeoutMilliseconds),
        isRealtime: false)
      prepared.takeDueSnapshots()
      try checkForMisses()
      try unsafe sink(CycleOutput(prepared.renderer, frameCount: count))
    }
  }

  /// Renders to the end of the music and `tail` seconds more, into the files of the graph.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `render`; `.refused` if no song has an end, or if it repeats.
  public func playToEnd(tail: Double = 1) throws(HostError) {
    let seconds = try graph.musicLength() + tail
    try render(frameCount: Int64((seconds * format.sampleRate).rounded(.up))) { _ in }
  }

  /// The frames of a cycle in which songs have no more events than a node can take, in whole calls
  /// of the kernels, so that the calls do not depend on a song's density.
  private func sparseFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    let count = unsafe prepared.renderer.pointee.songFrames(from: transport, atMost: frameCount)
    guard count < frameCount else { return frameCount }
    return min(frameCount, max(1, count / format.frameCount) * format.frameCount)
  }

  private func checkForMisses() throws(HostError) {
    guard unsafe prepared.renderer.pointee.hasMissed else { return }
    // The exit status follows a little later than the end itself.
    for instance in prepared.instances where instance.hasEnded {
      throw HostError(.extensionDied, instance.process.exitDescription(name: instance.label))
    }
    if unsafe prepared.renderer.pointee.hasIncompleteAnswer {
      throw HostError(
        .protocolViolation, "An extension answered a cycle without writing all of its output")
    }
    throw HostError(
      .extensionTimedOut,
      "An extension gave no answer for \(Self.timeoutMilliseconds / 1000) s while rendering")
  }
}

// MARK: - Graph

extension OfflineEngine {
  /// The graph to render.
  public var graph: Graph { prepared.graph }

  /// The format of the engine.
  public var format: EngineFormat { prepared.format }

  /// The number of rendered frames.
  public var reading: EngineReading {
    var reading = EngineReading()
    reading.sampleTime = prepared.sampleTime
    return reading
  }

  /// Renders `graph` from the next cycle on, also while `render` runs.
  ///
  /// - Throws: As `PreparedGraph.update`; the old graph then stays.
  public func update(_ graph: Graph) throws(HostError) {
    try prepared.update(graph, waits: false)
  }

  /// The counters of each node, with peaks since the last call.
  public func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }

  /// The state of each node with a sound file.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { prepared.fileStates() }

  /// The slot of an instance, for its supervisor.
  public func slot(of node: Graph.NodeID) -> any NodeSlot { prepared.slot(of: node) }

  /// Schedules an event at a node; see `PreparedGraph.schedule`.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool { prepared.schedule(payload, to: node, at: time, originator: originator) }

  /// The position in the music at the next frame.
  public var transport: TransportPosition {
    prepared.musicPosition(of: clock.position(at: prepared.sampleTime))
  }

  /// Moves the transport at the next frame.
  public func move(_ move: TransportMove) { prepared.move(clock, move, at: prepared.sampleTime) }

  /// Releases all instances, and finishes the files that are being written.
  public func stop() { prepared.release() }
}

/// The output of one cycle, valid during one call.
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

  /// The number of MIDI events that the graph sends in the cycle.
  public var eventCount: Int { unsafe renderer.pointee.outputEventCount }

  /// A MIDI event of the cycle, in the order of frames; an index out of range is a programmer error
  /// and traps.
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
