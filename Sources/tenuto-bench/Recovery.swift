import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TenutoTransport

/// The silence of an instrument that is killed while it holds a note.
struct Recovery {
  let faults: Int

  func run(into report: inout Report) throws {
    BenchEnvironment.limitRealtime(isLimited: true)
    defer { BenchEnvironment.limitRealtime(isLimited: false) }
    for spare in [SparePolicy.instance, .none] {
      let control = ControlTimer()
      let stage = try RecoveryStage(spare, faults: faults)
      var faults: [RecoveredFault] = []
      for index in 0..<self.faults { faults.append(try stage.fault(number: index)) }
      stage.close()
      add(faults, spare, into: &report)
      control.stop("faults, spare: \(spare.rawValue)", into: &report)
    }
  }

  private func add(_ faults: [RecoveredFault], _ spare: SparePolicy, into report: inout Report) {
    let name = "\(faults.count) faults, spare: \(spare.rawValue)"
    let frames = faults.map { Double($0.framesToSilence) }
    report.add("fault to silence, \(name)", "frames", Spread(frames))
    report.add(
      "fault to silence, max, \(name)", "frames", frames.percentile(100),
      bar: Double(Metronome.frameCount))
    let times = faults.map(\.milliseconds)
    report.add("fault to sound, \(name)", "ms", Spread(times))
    let bar = spare == .instance ? 2 * Metronome.period / 1e6 + 1 : 40
    report.add("fault to sound, p95, \(name)", "ms", times.percentile(95), bar: bar)
    report.add("fault to sound, max, \(name)", "ms", times.percentile(100))
    let lost = faults.count { !$0.hasState }
    report.add("sounds that came back otherwise, \(name)", "", Spread([Double(lost)]), bar: 0)
  }
}

/// The effects of one fault.
struct RecoveredFault {
  /// Time from the start of the next cycle to the first silent frame.
  let framesToSilence: Int
  /// Time from there to the first audible frame at the output.
  let milliseconds: Double
  /// Whether the sound is as before.
  let hasState: Bool
}

/// A supervised instrument that holds a note in a playing graph.
private final class RecoveryStage {
  private let prepared: PreparedGraph
  private let supervisor: NodeSupervisor
  private let metronome: Metronome
  private let spare: SparePolicy
  private let peak: Float

  /// A non-default value, to prove that the state is restored.
  private static let values = [
    ParameterValue(0, 0.25), ParameterValue(1, 1), ParameterValue(2, 1),
  ]
  /// Cycles over which a sound is judged, and those after the start during which it settles.
  private static let judgedCycles = 24
  private static let restlessCycles = 40

  init(_ spare: SparePolicy, faults: Int) throws {
    let instance = try Self.launch()
    try instance.set(Self.values)
    var graph = Graph()
    let node = graph.add(instance)
    graph.connectOutput(of: node)
    let prepared = try PreparedGraph(graph, format: Metronome.format)
    var policy = SupervisionPolicy()
    policy.spare = spare
    policy.restartLimit = faults * 2
    policy.restartDelays = []
    supervisor = NodeSupervisor(
      name: "sawtooth", slot: prepared.slot(of: node), policy: policy
    ) { () throws(HostError) in try Self.launch() }
    metronome = Metronome(prepared, capacity: 1000 + faults * 500)
    self.prepared = prepared
    self.spare = spare
    let note = VoiceEvent.noteOn(channel: 0, note: 60, velocity: 60000).ump
    _ = prepared.schedule(.midi(note), to: node, at: .immediately)
    usleep(500_000)
    peak = Self.peak(metronome, from: metronome.count - Self.judgedCycles)
  }

  private static func launch() throws(HostError) -> Instance {
    try Instance(executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
  }

  private static func peak(_ metronome: Metronome, from first: Int) -> Float {
    (first..<first + judgedCycles).map { metronome.note($0).peak }.max() ?? 0
  }

  /// Kills the instrument at varying points of the period, and waits for the recovery.
  func fault(number: Int) throws -> RecoveredFault {
    try wait { spare == .none || supervisor.status.hasSpare }
    usleep(30_000)  // the other thread sleeps
    let last = metronome.note(metronome.count - 1)
    let phase = Double(number * 37 % 100) / 100
    let moment = last.due + UInt64((3 + phase) * Metronome.period)
    while MonotonicTime.now.nanoseconds < moment { usleep(50) }
    let restarts = supervisor.status.restarts
    let before = metronome.count
    let process = supervisor.instance.process.identifier
    _ = BenchEnvironment.becomeRealtime()  // nothing between the clock reading and the fault
    let killed = MonotonicTime.now.nanoseconds
    kill(process, SIGKILL)
    BenchEnvironment.becomeOrdinary()
    try wait { supervisor.status.restarts > restarts }
    guard let silent = try find(from: before, { $0.ended > killed && $0.endHeard < 96 }),
      let heard = try find(from: silent + 1, { $0.firstHeard >= 0 })
    else { throw BenchError.hangs }
    let start = try find(from: before) { $0.began >= killed } ?? silent
    let judged = heard + Self.restlessCycles
    try metronome.wait(for: judged + Self.judgedCycles)
    let note = metronome.note(heard)
    let due = note.ended + UInt64(Double(note.firstHeard) * 1e9 / Metronome.sampleRate)
    let frames = (silent - start) * Metronome.frameCount + Int(metronome.note(silent).endHeard)
    let now = Self.peak(metronome, from: judged)
    return RecoveredFault(
      framesToSilence: max(0, frames), milliseconds: Double(due - killed) / 1e6,
      hasState: abs(now - peak) < 0.05 * peak)
  }

  private func find(from first: Int, _ isIt: (CycleNote) -> Bool) throws -> Int? {
    var index = first
    let end = MonotonicTime.after(milliseconds: 5000)
    while MonotonicTime.now < end {
      while index < metronome.count {
        if isIt(metronome.note(index)) { return index }
        index += 1
      }
      usleep(500)
    }
    return nil
  }

  private func wait(until isTrue: () -> Bool) throws {
    let end = MonotonicTime.after(milliseconds: 10_000)
    while !isTrue() {
      guard MonotonicTime.now < end else { throw BenchError.hangs }
      usleep(500)
    }
  }

  func close() {
    supervisor.stop()
    metronome.stop()
    prepared.release()
    for instance in prepared.instances { instance.terminate() }
  }
}
