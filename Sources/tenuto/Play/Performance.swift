import Synchronization
import TenutoHost
import TenutoJACK
import TenutoMIDI

/// A chain that an engine plays now.
protocol Performance {
  /// The engine and its format, for people.
  var title: String { get }
  /// Whether there is something to play on: false while a JACK server is gone.
  var isOpen: Bool { get }
  /// What drives it.
  var engine: EngineName { get }
  /// Frames per second, in Hz.
  var sampleRate: Double { get }
  /// Frames of a cycle.
  var frameCount: Int { get }
  /// How to get realtime priority, in one sentence; nil where it is there.
  var realtimeAdvice: String? { get }
  /// What the user should do to hear it, in one sentence; nil where nothing is to do.
  var hint: String? { get }
  /// What the engine has done so far.
  var reading: EngineReading { get }
  /// What each node has done, the peak since the last call.
  func nodeReadings() -> [NodeReading]
  /// The newest cycles that came too late, with who was late, as far as that is known.
  var xrunReports: [XrunReport] { get }
  /// The place of the instance at `index` of the chain, for whoever looks after it.
  func seat(_ index: Int) -> any Seat
  /// What has happened since the last call that the user should know, a sentence each.
  func news() -> [String]
  /// Puts `instance` in the place of the one at `index` of the chain, at the end of a cycle.
  ///
  /// The old one's process ends when nothing needs it any more.
  ///
  /// - Throws: Why the new one cannot follow; then the old one plays on.
  func replace(_ index: Int, with instance: Instance) throws(HostError)
  /// Silences the instance at `index` of the chain, or lets it be heard again, without a click.
  ///
  /// - Throws: Why that cannot be; then nothing has changed.
  func setMute(_ isMuted: Bool, at index: Int) throws(HostError)
  /// Whether the user has silenced it.
  func isMuted(at index: Int) -> Bool
  /// Ends the sound; once.
  func stop()
}

/// A chain that the clock engine plays.
final class ClockPerformance: Performance, Sendable {
  private let clock: ClockEngine
  private let chain: Chain
  /// Who is connected to whom, where nobody is muted.
  private let graph: Graph
  private let frameCountOfSong: Int64
  private let isRecorded: Bool
  private let muted = Mutex<Set<Int>>([])

  /// Starts to play.
  ///
  /// - Throws: Why the extensions do not follow, or there is no thread.
  init(
    _ chain: Chain, score: Score, format: FormatOptions, recorder: Recorder?
  ) throws(HostError) {
    isRecorded = recorder != nil
    self.chain = chain
    let limit = format.frameCount(of: score.song)
    frameCountOfSong = limit
    graph = chain.graph(playing: score.song)
    clock = try ClockEngine(
      graph,
      format: ClockEngine.format(sampleRate: Double(format.rate), frameCount: format.frames),
      recording: recorder.map { ClockEngine.Recording($0, frameLimit: limit, waits: true) })
  }

  var title: String {
    "clock engine, \(Int(clock.format.sampleRate)) Hz, \(clock.format.frameCount) frames"
  }

  var isOpen: Bool { true }
  var engine: EngineName { .clock }
  var sampleRate: Double { clock.format.sampleRate }
  var frameCount: Int { clock.format.frameCount }

  var hint: String? {
    isRecorded
      ? nil : "The clock engine has no loudspeakers; '--record OUT.wav' keeps what it plays"
  }

  var reading: EngineReading {
    var reading = clock.reading
    reading.isFinished = reading.sampleTime >= frameCountOfSong
    return reading
  }

  var xrunReports: [XrunReport] { [] }
  func nodeReadings() -> [NodeReading] { chain.readings(clock) }
  func seat(_ index: Int) -> any Seat { clock.seat(of: chain.graph.nodeIDs[index]) }
  func news() -> [String] { [] }
  func stop() { clock.stop() }

  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    try seat(index).replace(with: instance) { old in old.terminate() }
  }

  func setMute(_ isMuted: Bool, at index: Int) throws(HostError) {
    try muted.withLock { muted throws(HostError) in
      var wanted = muted
      if isMuted { wanted.insert(index) } else { wanted.remove(index) }
      var graph = graph
      // Others may have taken the places of some.
      for node in clock.graph.nodes { graph.replace(node.id, with: node.content) }
      for index in wanted { graph.disconnectOutputs(of: chain.graph.nodeIDs[index]) }
      try clock.update(graph)
      muted = wanted
    }
  }

  func isMuted(at index: Int) -> Bool { muted.withLock { $0.contains(index) } }

  var realtimeAdvice: String? {
    clock.isRealtime
      ? nil
      : "No realtime permission, so that a busy machine makes it click; to get it, put "
        + "'@audio - rtprio 95' and '@audio - memlock unlimited' into "
        + "/etc/security/limits.d/audio.conf, join that group with "
        + "'sudo usermod -aG audio $USER', and log in again"
  }
}
