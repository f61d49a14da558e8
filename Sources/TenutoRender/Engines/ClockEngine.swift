internal import CTenuto
internal import Glibc
internal import Synchronization
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Plays a graph in real time by the system clock, without a JACK server.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` in manual rendering mode, driven by a
/// timer.
@safe
public final class ClockEngine: GraphEngine, @unchecked Sendable {  // only render uses `state`
  /// The playing graph.
  let prepared: PreparedGraph
  private let clock: TransportClock
  private let recording: Recording?
  private let statistics: EngineStatistics
  private let state: UnsafeMutablePointer<ClockState>
  private let thread: RealtimeThread
  /// Held while the transport moves.
  private let moveLock = Mutex(())

  /// Returns the format for cycles of `frameCount` frames, with realtime priority for the
  /// extensions if the user may have it.
  public static func format(sampleRate: Double, frameCount: Int) -> EngineFormat {
    EngineFormat(
      sampleRate: sampleRate, frameCount: frameCount,
      priority: RealtimeThread.isPermitted ? RealtimeThread.extensionPriority : nil)
  }

  /// Prepares a graph and plays it until `stop()`; its audio inputs are silent.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - graph: The first graph to play.
  ///   - format: The format to render in.
  ///   - timeline: The tempo and meter, unless a song states them.
  ///   - recording: The destination of the sound, or nil.
  /// - Throws: As `PreparedGraph.init`; `.outOfResources` if no thread can be started.
  public init(
    _ graph: Graph, format: EngineFormat, timeline: MusicalTimeline = MusicalTimeline(),
    recording: Recording? = nil
  ) throws(HostError) {
    prepared = try PreparedGraph(graph, format: format, timeline: timeline)
    let (clock, statistics) = (prepared.allocateClock(), EngineStatistics.allocate())
    self.clock = clock
    self.statistics = statistics
    self.recording = recording
    let state = UnsafeMutablePointer<ClockState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: ClockState(
        renderer: prepared.renderer, format: format, clock: clock, recording: recording,
        statistics: statistics))
    unsafe self.state = state
    let address = UInt(bitPattern: state)
    let prepared = prepared
    thread = try RealtimeThread {
      guard let state = unsafe UnsafeMutablePointer<ClockState>(bitPattern: address) else { return }
      if recording?.waits == true {
        unsafe state.pointee.runWaiting(prepared)
      } else {
        unsafe state.pointee.run()
      }
    }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    statistics.deallocate()
    clock.deallocate()
  }

  /// Whether it has realtime priority; expect clicks otherwise.
  public var isRealtime: Bool { thread.isRealtime }

  /// The engine's counters.
  ///
  /// Thread: any.
  public var reading: EngineReading { statistics.read() }

  /// Fades out in one cycle, releases all instances and returns when nothing plays any more.
  ///
  /// Thread: control. Once.
  public func stop() {
    statistics.requestStop()
    thread.join()
    prepared.release()
  }
}

// MARK: - Graph

extension ClockEngine {
  /// The playing graph, or the one that plays next.
  public var graph: Graph { prepared.graph }

  /// The format of the engine.
  public var format: EngineFormat { prepared.format }

  /// Plays `graph` from the next cycle boundary on; see `PreparedGraph.update`.
  ///
  /// - Throws: As `PreparedGraph.init`; the old graph then plays on.
  public func update(_ graph: Graph) throws(HostError) { try prepared.update(graph) }

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
  ) -> Bool {
    prepared.schedule(payload, to: node, at: time, originator: originator)
  }

  /// The position in the music at the next cycle.
  public var transport: TransportPosition {
    prepared.musicPosition(of: clock.position(at: prepared.sampleTime))
  }

  /// Moves the transport two cycles from now.
  public func move(_ move: TransportMove) {
    moveLock.withLock { _ in
      prepared.move(clock, move, at: prepared.sampleTime + 2 * Int64(format.frameCount))
    }
  }
}

extension ClockEngine {
  /// The destination of a clock engine's sound.
  public struct Recording: Sendable {
    /// Records the engine's channels, or the first of them if it has fewer; the caller calls
    /// `finish`.
    public var recorder: Recorder
    /// Whether the engine waits for the disk and for late extensions, as for a recording without
    /// playback.
    ///
    /// The recording is then complete, and identical bit for bit in every run.
    public var waits = false

    /// Creates a recording into `recorder`.
    public init(_ recorder: Recorder, waits: Bool = false) {
      self.recorder = recorder
      self.waits = waits
    }
  }
}

/// All state of the clock's render thread.
@safe struct ClockState: ~Copyable {
  private let renderer: UnsafeMutablePointer<Renderer>
  private let format: EngineFormat
  private let clock: TransportClock
  private let ring: AudioRing?
  private let statistics: EngineStatistics
  private let deadlineNanoseconds: UInt64
  private let periodNanoseconds: Double

  init(
    renderer: UnsafeMutablePointer<Renderer>, format: EngineFormat, clock: TransportClock,
    recording: ClockEngine.Recording?, statistics: EngineStatistics
  ) {
    unsafe self.renderer = renderer
    self.format = format
    self.clock = clock
    ring = recording?.recorder.ring
    self.statistics = statistics
    periodNanoseconds = Double(format.frameCount) * 1e9 / format.sampleRate
    deadlineNanoseconds = UInt64(periodNanoseconds * format.deadlineShare)
  }

  /// Renders cycle after cycle until `stop` is requested.
  ///
  /// Thread: render.
  @_noLocks
  func run() {
    var origin = MonotonicTime.now
    var cycle = 0.0
    var isLast = false
    while !isLast {
      isLast = statistics.isStopRequested
      let due = MonotonicTime(nanoseconds: origin.nanoseconds &+ UInt64(cycle * periodNanoseconds))
      tenuto_sleep_until(due.nanoseconds)
      let began = MonotonicTime.now
      if Double(began.nanoseconds &- due.nanoseconds) > periodNanoseconds {
        // The machine stood still: skip the past and continue from now.
        statistics.countXrun()
        origin = began
        cycle = 0
      }
      let limit = MonotonicTime(nanoseconds: began.nanoseconds &+ deadlineNanoseconds)
      render(until: limit, isRealtime: true, isLast: isLast)
      record()
      count(began)
      cycle += 1
    }
  }

  @_noLocks
  private func render(until limit: MonotonicTime, isRealtime: Bool, isLast: Bool) {
    let count = format.frameCount
    let transport = clock.position(at: unsafe renderer.pointee.sampleTime)
    unsafe renderer.pointee.setMusic(transport, frameCount: count)
    unsafe renderer.pointee.render(frameCount: count, until: limit, isRealtime: isRealtime)
    if isLast { unsafe renderer.pointee.fadeOutMix(frameCount: count) }
  }

  @_noLocks
  private func record() {
    guard let ring else { return }
    let count = ring.wanted(of: format.frameCount)
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

  @_noLocks
  private func count(_ began: MonotonicTime) {
    statistics.countCycle(sampleTime: unsafe renderer.pointee.sampleTime, began: began)
  }
}

// MARK: - Rendering without a deadline

extension ClockState {
  /// Milliseconds to wait for a late extension in a cycle.
  private static var timeout: UInt64 { 1000 }

  /// Renders each cycle at its time or later, and waits for files, for late extensions and for the
  /// disk.
  ///
  /// Thread: render.
  func runWaiting(_ prepared: PreparedGraph) {
    let origin = MonotonicTime.now
    var cycle = 0.0
    var isLast = false
    while !isLast {
      isLast = statistics.isStopRequested
      tenuto_sleep_until(origin.nanoseconds &+ UInt64(cycle * periodNanoseconds))
      // A file that cannot be read reports its error in its state and is silent.
      try? prepared.serveFiles(frameCount: format.frameCount)
      let began = MonotonicTime.now
      render(until: .after(milliseconds: Self.timeout), isRealtime: false, isLast: isLast)
      while let ring, ring.freeFrames < ring.wanted(of: format.frameCount),
        !statistics.isStopRequested
      {
        usleep(1000)
      }
      record()
      count(began)
      cycle += 1
    }
  }
}
