internal import CTenuto
public import TenutoCore
public import TenutoMIDI
internal import TenutoTransport

/// Plays a graph in real time by the machine's own clock, where there is no JACK server.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` in manual rendering mode, driven by a
/// timer.
@safe  // state is the render thread's
public final class ClockEngine: GraphEngine, @unchecked Sendable {
  /// What plays, for what only a prepared graph can do.
  public let prepared: PreparedGraph
  /// Whether the engine has prepared it itself.
  private let ownsGraph: Bool
  private let recorder: Recorder?
  private let statistics: EngineStatistics
  private let state: UnsafeMutablePointer<ClockState>
  private let thread: RealtimeThread

  /// The format for playing in cycles of `frameCount` frames, with realtime priority for the
  /// extensions where the user may have it.
  public static func format(sampleRate: Double, frameCount: Int) -> EngineFormat {
    EngineFormat(
      sampleRate: sampleRate, frameCount: frameCount,
      priority: RealtimeThread.isPermitted ? RealtimeThread.extensionPriority : nil)
  }

  /// Prepares a graph and plays it until it is stopped; what comes in is silent.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - graph: What plays at first.
  ///   - format: What it is rendered with.
  ///   - timeline: When the beats are; kernels see a transport that plays.
  ///   - recorder: Where the sound goes, if anywhere.
  /// - Throws: As `PreparedGraph.init`; `.outOfResources` where there can be no thread.
  public convenience init(
    graph: Graph, format: EngineFormat, timeline: MusicalTimeline = MusicalTimeline(),
    recorder: Recorder? = nil
  ) throws(HostError) {
    let song = ClockSong(
      feed: SongFeed(), timeline: timeline, slot: -1,
      totalFrames: .max, endFrame: .max / 4)
    try self.init(
      try PreparedGraph(graph, format: format), ownsGraph: true, song, recorder: recorder)
  }

  /// Starts to play.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - graph: What plays, prepared with a burst of 1.
  ///   - song: What `player` plays.
  ///   - player: The node that gets the song's events.
  ///   - settings: Parameters to set before the first frame.
  ///   - timeline: When the beats are; kernels see a transport that plays until the song ends.
  ///   - tailFrames: Frames after the song's last event; then the engine says that it is finished.
  ///   - recorder: Where the sound goes, if anywhere.
  /// - Throws: `.outOfResources` where there can be no thread.
  public convenience init(
    _ graph: PreparedGraph, song: Song, player: Graph.NodeID, settings: [ParameterSetting] = [],
    timeline: MusicalTimeline = MusicalTimeline(), tailFrames: Int64, recorder: Recorder? = nil
  ) throws(HostError) {
    let feed = SongFeed(song, sampleRate: graph.format.sampleRate)
    for setting in settings {
      unsafe graph.renderer.pointee.send(setting.event, toSlot: graph.slot(of: setting.node))
    }
    let end = feed.frameCount
    let song = ClockSong(
      feed: feed, timeline: timeline, slot: graph.slot(of: player),
      totalFrames: end + tailFrames, endFrame: end)
    try self.init(graph, ownsGraph: false, song, recorder: recorder)
  }

  private init(
    _ graph: PreparedGraph, ownsGraph: Bool, _ song: consuming ClockSong, recorder: Recorder?
  ) throws(HostError) {
    prepared = graph
    self.ownsGraph = ownsGraph
    self.recorder = recorder
    let statistics = EngineStatistics.allocate()
    self.statistics = statistics
    let state = UnsafeMutablePointer<ClockState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: ClockState(
        renderer: graph.renderer, format: graph.format, song: song, ring: recorder?.ring,
        statistics: statistics))
    unsafe self.state = state
    let address = UInt(bitPattern: state)
    thread = try RealtimeThread {
      unsafe UnsafeMutablePointer<ClockState>(bitPattern: address)?.pointee.run()
    }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    statistics.deallocate()
  }

  /// Whether it has realtime priority; without, expect clicks.
  public var isRealtime: Bool { thread.isRealtime }

  /// What it has done so far.
  ///
  /// Thread: any.
  public var reading: EngineReading { statistics.read() }

  /// Stops after a fade of one cycle; returns when nothing plays any more.
  ///
  /// Thread: control. Once. A graph that the engine has prepared itself is released.
  public func stop() {
    statistics.requestStop()
    thread.join()
    if ownsGraph { prepared.release() }
  }
}

// MARK: - Graph

extension ClockEngine {
  /// What plays, or is about to.
  public var graph: Graph { prepared.graph }

  /// What it is rendered with.
  public var format: EngineFormat { prepared.format }

  /// Plays `graph` from a cycle boundary on; see `PreparedGraph.update`.
  ///
  /// - Throws: As `PreparedGraph.init`. Then nothing has changed.
  public func update(_ graph: Graph) throws(HostError) { try prepared.update(graph) }

  /// What each node has done so far; the peaks are those since the last call.
  public func readings() -> [Graph.NodeID: NodeReading] { prepared.nodeReadings() }

  /// How the nodes with sound files fare.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { prepared.fileStates() }

  /// The place of an instance, for whoever looks after it.
  public func seat(of node: Graph.NodeID) -> any Seat { prepared.seat(of: node) }

  /// Has an event happen at a node; see `PreparedGraph.schedule`.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool {
    prepared.schedule(payload, to: node, at: time, originator: originator)
  }
}

/// What a clock plays beside the graph: events of a song, and the time of the beats.
struct ClockSong: ~Copyable {
  var feed: SongFeed
  let timeline: MusicalTimeline
  /// The seat that gets the events, −1 for none.
  let slot: Int
  /// Frames until it is finished, and until time stands.
  let totalFrames: Int64
  let endFrame: Int64
}

/// Everything that the clock's render thread touches.
@safe struct ClockState: ~Copyable {
  private let renderer: UnsafeMutablePointer<Renderer>
  private let format: EngineFormat
  private let totalFrames: Int64
  private var feed: SongFeed
  private var time: TimelineFeed
  private let slot: Int
  private let ring: AudioRing?
  private let statistics: EngineStatistics
  private let deadlineNanoseconds: UInt64
  private let periodNanoseconds: Double

  init(
    renderer: UnsafeMutablePointer<Renderer>, format: EngineFormat,
    song: consuming ClockSong, ring: AudioRing?, statistics: EngineStatistics
  ) {
    unsafe self.renderer = renderer
    self.format = format
    totalFrames = song.totalFrames
    slot = song.slot
    time = TimelineFeed(
      song.timeline, sampleRate: format.sampleRate, endFrame: song.endFrame)
    feed = song.feed
    self.ring = ring
    self.statistics = statistics
    periodNanoseconds = Double(format.frameCount) * 1e9 / format.sampleRate
    deadlineNanoseconds = UInt64(periodNanoseconds * format.deadlineShare)
  }

  /// Renders cycle after cycle until it is told to stop.
  ///
  /// Thread: render.
  @_noLocks
  mutating func run() {
    var origin = MonotonicTime.now
    var cycle = 0.0
    var isLast = false
    while !isLast {
      isLast = statistics.isStopRequested
      let due = MonotonicTime(nanoseconds: origin.nanoseconds &+ UInt64(cycle * periodNanoseconds))
      tenuto_sleep_until(due.nanoseconds)
      let began = MonotonicTime.now
      if Double(began.nanoseconds &- due.nanoseconds) > periodNanoseconds {
        // The machine stood still. What is past is past: go on from now.
        statistics.countXrun()
        origin = began
        cycle = 0
      }
      render(began: began, isLast: isLast)
      cycle += 1
    }
  }

  @_noLocks
  private mutating func render(began: MonotonicTime, isLast: Bool) {
    let count = format.frameCount
    let renderer = unsafe renderer  // ThreadSanitizer takes self.renderer for part of self.feed
    unsafe time.feed(&renderer.pointee, frameCount: count)
    unsafe feed.feed(&renderer.pointee, slot: slot, frameCount: count)
    let limit = MonotonicTime(nanoseconds: began.nanoseconds &+ deadlineNanoseconds)
    unsafe renderer.pointee.render(frameCount: count, until: limit, isRealtime: true)
    if isLast { unsafe renderer.pointee.fadeOutMix(frameCount: count) }
    record(frameCount: count)
    let sampleTime = unsafe renderer.pointee.sampleTime
    statistics.countCycle(sampleTime: sampleTime, began: began)
    if sampleTime >= totalFrames { statistics.finish() }
  }

  @_noLocks
  private func record(frameCount: Int) {
    guard let ring else { return }
    let past = unsafe renderer.pointee.sampleTime &- Int64(frameCount)
    let count = Int(max(0, min(Int64(frameCount), totalFrames &- past)))
    guard count > 0 else { return }
    guard ring.admit(frameCount: count) else {
      statistics.countUnrecorded(frames: count)
      return
    }
    for channel in 0..<ring.channelCount {
      unsafe ring.write(renderer.pointee.mixSamples(channel), channel: channel, frameCount: count)
    }
    ring.publish(frameCount: count)
  }
}
