public import TenutoCore
public import TenutoMIDI
internal import TenutoTransport

/// Renders as fast as the machine allows: the same song gives the same samples on every run.
public struct OfflineEngine {
  private let graph: PreparedGraph

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

  /// Renders `graph`, which must have been prepared with this engine's format.
  public init(_ graph: PreparedGraph) { self.graph = graph }

  /// Renders `song` and `tailFrames` more, and gives every cycle's samples to `sink`.
  ///
  /// Thread: control, which is the render thread here.
  /// - Parameters:
  ///   - song: What `player` plays.
  ///   - player: The node that gets the song's events.
  ///   - settings: Parameters to set before the first frame.
  ///   - timeline: When the beats are; kernels see a transport that plays until the song ends.
  ///   - tailFrames: Frames after the song's last event, not negative.
  ///   - sink: Takes the channels of one cycle; throws to end the work.
  /// - Returns: Frames rendered.
  /// - Throws: What `sink` throws; `.extensionDied` or `.extensionTimedOut` where a node missed a
  ///   cycle: there is no music to save offline, so a file with a hole is not made.
  public func render(
    _ song: Song, player: Graph.NodeID, settings: [ParameterSetting] = [],
    timeline: MusicalTimeline = MusicalTimeline(), tailFrames: Int64,
    sink: (borrowing CycleOutput) throws(HostError) -> Void
  ) throws(HostError) -> Int64 {
    var feed = SongFeed(song, sampleRate: graph.format.sampleRate)
    let end = feed.frameCount
    for setting in settings {
      unsafe graph.renderer.pointee.send(setting.event, toSlot: graph.slot(of: setting.node))
    }
    try render(
      &feed, slot: graph.slot(of: player), timeline, end: end, total: end + tailFrames, sink)
    return end + tailFrames
  }

  /// Renders what the graph plays by itself, up to `frameCount` frames from the start, and gives
  /// every cycle's samples to `sink`.
  ///
  /// Thread: control, which is the render thread here.
  ///
  /// - Throws: As `render(_:player:settings:timeline:tailFrames:sink:)`.
  public func render(
    frameCount: Int64, timeline: MusicalTimeline = MusicalTimeline(),
    sink: (borrowing CycleOutput) throws(HostError) -> Void
  ) throws(HostError) {
    var feed = SongFeed()
    try render(&feed, slot: -1, timeline, end: frameCount, total: frameCount, sink)
  }

  private func render(
    _ feed: inout SongFeed, slot: Int, _ timeline: MusicalTimeline, end: Int64, total: Int64,
    _ sink: (borrowing CycleOutput) throws(HostError) -> Void
  ) throws(HostError) {
    var time = TimelineFeed(timeline, sampleRate: graph.format.sampleRate, endFrame: end)
    while unsafe graph.renderer.pointee.sampleTime < total {
      let start = unsafe graph.renderer.pointee.sampleTime
      let capacity = min(graph.format.frameCapacity, graph.fileFrameLimit)
      let most = Int(min(total - start, Int64(capacity)))
      let count = time.frames(from: start, atMost: most)
      try graph.serveFiles(frameCount: count)
      unsafe time.feed(&graph.renderer.pointee, frameCount: count)
      unsafe feed.feed(&graph.renderer.pointee, slot: slot, frameCount: count)
      unsafe graph.renderer.pointee.render(
        frameCount: count, until: .after(milliseconds: Self.patienceMilliseconds),
        isRealtime: false)
      try checkForMisses()
      try unsafe sink(CycleOutput(graph.renderer, frameCount: count))
    }
  }

  private func checkForMisses() throws(HostError) {
    guard unsafe graph.renderer.pointee.hasMissed else { return }
    // How it ended is known a little later than that it has.
    for instance in graph.instances where !instance.process.monitor.life.isAlive {
      throw HostError(.extensionDied, instance.process.obituary(name: instance.label))
    }
    throw HostError(
      .extensionTimedOut,
      "An extension gave no answer for \(Self.patienceMilliseconds / 1000) s while rendering")
  }
}

/// A parameter to set on a node.
public struct ParameterSetting: Sendable {
  /// Whose parameter.
  public let node: Graph.NodeID
  /// Which one.
  public let address: ParameterAddress
  /// Its value, in its unit.
  public let value: Float

  /// States a setting.
  public init(node: Graph.NodeID, address: ParameterAddress, value: Float) {
    self.node = node
    self.address = address
    self.value = value
  }

  var event: TimedEvent {
    TimedEvent(frameOffset: 0, payload: .parameter(address: address, value: value))
  }
}

/// What one cycle sounds like; lent for a call.
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

  /// One of them, in the order of frames; an index out of range is a programmer error and traps.
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
