internal import CTenuto
public import TenutoMIDI
internal import TenutoTransport

/// Plays a graph in real time by the machine's own clock, where there is no JACK server.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` in manual rendering mode, driven by a
/// timer.
@safe public final class ClockEngine: @unchecked Sendable {  // state is the render thread's
  private let graph: PreparedGraph
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
  public init(
    _ graph: PreparedGraph, song: Song, player: Graph.NodeID, settings: [ParameterSetting] = [],
    timeline: MusicalTimeline = MusicalTimeline(), tailFrames: Int64, recorder: Recorder? = nil
  ) throws(HostError) {
    self.graph = graph
    self.recorder = recorder
    let statistics = EngineStatistics.allocate()
    self.statistics = statistics
    let feed = SongFeed(song, sampleRate: graph.format.sampleRate)
    let time = TimelineFeed(
      timeline, sampleRate: graph.format.sampleRate, endFrame: feed.frameCount)
    for setting in settings {
      unsafe graph.renderer.pointee.send(setting.event, toSlot: graph.slot(of: setting.node))
    }
    let state = UnsafeMutablePointer<ClockState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: ClockState(
        renderer: graph.renderer, format: graph.format, totalFrames: feed.frameCount + tailFrames,
        feed: feed, time: time, slot: graph.slot(of: player), ring: recorder?.ring,
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
  /// Thread: control. Once.
  public func stop() {
    statistics.requestStop()
    thread.join()
  }
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
    renderer: UnsafeMutablePointer<Renderer>, format: EngineFormat, totalFrames: Int64,
    feed: consuming SongFeed, time: consuming TimelineFeed, slot: Int, ring: AudioRing?,
    statistics: EngineStatistics
  ) {
    unsafe self.renderer = renderer
    self.format = format
    self.totalFrames = totalFrames
    self.feed = feed
    self.time = time
    self.slot = slot
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
    guard ring.freeFrames >= count else {
      statistics.countUnrecorded(frames: count)
      return
    }
    for channel in 0..<ring.channelCount {
      unsafe ring.write(renderer.pointee.mixSamples(channel), channel: channel, frameCount: count)
    }
    ring.publish(frameCount: count)
  }
}
