import Foundation
import Glibc
import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem

/// Plays a song in real time, kills its instrument again and again, and compares the recording with
/// a rendering without kills.
struct CrashDemo {
  let code: ComponentCode
  let songPath: String
  /// Frames of a period.
  var frameCount = 256
  /// Seconds from one kill to the next.
  var interval = 1.0
  /// The signal by which it is killed; SIGSTOP makes it hang.
  var signal = SIGKILL

  private static let sampleRate = 48000.0
  private static let tail = 1.0
  private static let channelCount = 2

  /// The recording, and the frames at which the instrument was killed.
  private struct Take {
    var channels: [[Float]]
    var kills: [Int]
  }

  /// Plays, renders and compares; returns whether no sample differs.
  func run() throws -> Bool {
    let folders = SearchPath.standard(environment: ProcessInfo.processInfo.environment)
    let component = try Registry(searchPath: folders).component(code)
    let folder = "\(NSTemporaryDirectory())tenuto-crash-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    printLine("playing \(songPath) on '\(code)', with a kill every \(interval) s")
    let take = try play(component, to: "\(folder)/played.wav")
    printLine("rendering it again without kills")
    let rendered = try render(component, to: "\(folder)/rendered.wav")
    return compare(take, rendered)
  }

  private func song() throws -> Song {
    try Song(parsing: Array(try Data(contentsOf: URL(filePath: songPath))))
  }

  private func graph(_ instance: Instance) throws -> (Graph, Graph.NodeID) {
    var graph = Graph(chain: [instance])
    let player = graph.nodeIDs[0]
    graph.add(try song(), playing: player)
    return (graph, player)
  }

  // MARK: - Playing

  private func play(_ component: Component, to path: String) throws -> Take {
    let instance = try Instance(component)
    instance.keepsCycles = true
    let (graph, player) = try graph(instance)
    let length = try song().duration + Self.tail
    let recorder = Recorder(
      try SoundFileWriter(
        path: path, format: .wavFloat32, sampleRate: Int(Self.sampleRate),
        channelCount: Self.channelCount))
    let engine = try ClockEngine(
      graph, format: ClockEngine.format(sampleRate: Self.sampleRate, frameCount: frameCount),
      recording: ClockEngine.Recording(recorder))
    var policy = SupervisionPolicy()
    policy.spare = .shadow
    // Usually the next shadow comes later after each fault.
    policy.restartWindow = 0
    let supervisor = NodeSupervisor(
      name: "instrument", slot: engine.slot(of: player), policy: policy
    ) { () throws(HostError) in try Instance(component) }
    let kills = killAgainAndAgain(supervisor, engine, until: length)
    let reading = engine.readings()[player]
    let clock = engine.reading
    supervisor.stop()
    engine.stop()
    try recorder.finish()
    supervisor.instance.terminate()
    printLine(
      "\(kills.count) kills, \(reading?.takeovers ?? 0) takeovers within a cycle, "
        + "\(reading?.misses ?? 0) missed cycles, \(clock.xruns) xruns")
    return Take(channels: try SoundFileReader(path: path).readAll(), kills: kills)
  }

  private func killAgainAndAgain(
    _ supervisor: NodeSupervisor, _ engine: ClockEngine, until length: Double
  ) -> [Int] {
    var kills: [Int] = []
    var next = interval
    while seconds(engine) < length {
      usleep(2000)
      guard seconds(engine) >= next, next < length - Self.tail else { continue }
      // The next shadow is ready when it has rendered all cycles so far.
      guard supervisor.status.shadow == .exact else { continue }
      let process = supervisor.instance.process.identifier
      kills.append(Int(engine.reading.sampleTime))
      kill(process, signal)
      next = seconds(engine) + interval
      if interval >= 1 { printLine("  \(text(seconds(engine))) s: killed process \(process)") }
    }
    return kills
  }

  private func text(_ seconds: Double) -> String { String(format: "%5.1f", seconds) }

  private func seconds(_ engine: ClockEngine) -> Double {
    Double(engine.reading.sampleTime) / Self.sampleRate
  }

  // MARK: - Judging

  private func render(_ component: Component, to path: String) throws -> [[Float]] {
    let instance = try Instance(component)
    defer { instance.terminate() }
    var (graph, player) = try graph(instance)
    let file = graph.add(.fileOutput(FileOutput(path: path)), name: "file")
    graph.connect(player, to: file)
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: Self.sampleRate, frameCount: frameCount))
    try engine.playToEnd(tail: Self.tail)
    engine.stop()
    if let error = engine.fileStates()[file]?.error { throw error }
    return try SoundFileReader(path: path).readAll()
  }

  private func compare(_ take: Take, _ rendered: [[Float]]) -> Bool {
    let count = min(take.channels.first?.count ?? 0, rendered.first?.count ?? 0)
    let pairs = zip(take.channels, rendered)
    func differences(_ range: Range<Int>) -> Int {
      pairs.reduce(0) { sum, pair in
        sum + range.clamped(to: 0..<count).count { pair.0[$0] != pair.1[$0] }
      }
    }
    // After a cycle that was missed without a kill, for example by a stalled machine, all samples
    // may differ for a while.
    let window = 8 * frameCount
    let judged = take.kills.filter { differences($0 - window..<$0) == 0 }
    let unheard = judged.count { differences($0..<$0 + window) == 0 }
    let isLoud = rendered.contains { $0.contains { abs($0) > 0.01 } }
    let differing = differences(0..<count)
    printLine("\(unheard) of \(judged.count) kills are inaudible")
    if judged.count < take.kills.count {
      printLine(
        "\(take.kills.count - judged.count) kills are not judged: the sound differed before them")
    }
    printLine("\(differing) samples differ, of \(count * min(take.channels.count, rendered.count))")
    return differing == 0 && isLoud && count > 0 && !take.kills.isEmpty
  }
}
