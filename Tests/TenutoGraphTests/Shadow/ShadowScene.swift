import Glibc
import Synchronization
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoSystem
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// One node that is shadowed, with a song of held notes and ramps, rendered without a deadline.
final class ShadowScene {
  /// A component, with the settings that make it audible.
  struct Subject: CustomTestStringConvertible, Sendable {
    let program: String
    let code: ComponentCode
    /// The parameter that is ramped; its range.
    var parameter: ParameterAddress?
    var testDescription: String { program }

    var isEffect: Bool { "\(code)".hasPrefix("aufx") }
    var isProcessor: Bool { "\(code)".hasPrefix("aumi") }

    static let all = [
      Subject(program: "Sine", code: "aumu sine Tnto"),
      Subject(program: "Sawtooth", code: "aumu saw1 Tnto"),
      Subject(program: "Sampler", code: "aumu smpl Tnto"),
      Subject(program: "Delay", code: "aufx dely Tnto"),
      Subject(program: "Reverb", code: "aufx rvrb Tnto"),
      Subject(program: "Filter", code: "aufx fltr Tnto"),
      Subject(program: "Compressor", code: "aufx comp Tnto"),
      Subject(program: "Gain", code: "aufx gain Tnto"),
      Subject(program: "Arpeggiator", code: "aumi arpg Tnto"),
      Subject(program: "CKernel", code: "aumu ckrn Tnto"),
      Subject(program: "CxxSawtooth", code: "aumu cxsw Tnto"),
    ]
  }

  let rig: Rig
  /// The node with the shadow, and the node that gets the notes.
  let node: Graph.NodeID
  private let player: Graph.NodeID
  /// The instance that plays first.
  let first: Instance
  /// Takeovers that control has learned of.
  private let taken = Locked<UInt64>(0)
  private let subject: Subject
  static let frameCount = 64

  /// With `logBytes`, the node's log is shorter than usual; with `keepsCycles` false, the node logs
  /// nothing before its first shadow.
  init(
    _ subject: Subject, first: Instance? = nil, logBytes: Int? = nil, keepsCycles: Bool = true
  ) throws {
    self.subject = subject
    let instance = try first ?? Instance(built: subject.program, subject.code)
    instance.keepsCycles = keepsCycles
    instance.cycleLogBytes = logBytes
    self.first = instance
    var graph = Graph()
    if subject.isEffect {
      player = graph.add(try Instance(built: "Sawtooth", "aumu saw1 Tnto"))
      node = graph.add(instance)
      graph.connect(player, to: node)
      graph.connectOutput(of: node)
    } else if subject.isProcessor {
      node = graph.add(instance)
      player = node
      let sound = graph.add(try Instance(built: "Sawtooth", "aumu saw1 Tnto"))
      graph.connectMIDI(node, to: sound)
      graph.connectOutput(of: sound)
    } else {
      node = graph.add(instance)
      player = node
      graph.connectOutput(of: node)
    }
    rig = try Rig(graph, frameCount: Self.frameCount)
  }

  /// The instrument that is harmed at a frame.
  static func trapped(_ end: ShadowTests.End? = nil, at frame: Int = 0) throws -> ShadowScene {
    let subject = Subject(program: "UnrulyExtension", code: "aumu trap Test", parameter: 1)
    return try ShadowScene(subject, first: .trapped(end, at: frame))
  }

  deinit {
    rig.graph.release()
    for instance in rig.graph.instances { instance.terminate() }
    first.terminate()
  }

  func make() throws -> Instance { try Instance(built: subject.program, subject.code) }

  /// Adds a shadow, after control has learned of the last takeover.
  @discardableResult
  func addShadow() throws -> Instance {
    let isKnown = eventually { taken.withLock { $0 } == reading.takeovers }
    #expect(isKnown)
    let shadow = try make()
    try rig.graph.setShadow(shadow, node: node) { [taken] old in
      taken.withLock { $0 += 1 }
      old.terminate()
    }
    return shadow
  }

  /// The log of the node.
  var log: CycleLogBox? {
    rig.graph.slot(of: node).instance.setup.withLock { $0.cycleLog }
  }

  /// The counters of the node.
  var reading: NodeReading { rig.graph.counters(of: node) }

  /// Sends the process that plays a signal within the next cycle.
  func end(with signal: Int32, after microseconds: Int) {
    let process = rig.graph.slot(of: node).instance.process.identifier
    let sent = Signal()
    ending = (process, sent)
    let end: @Sendable () -> Void = {
      kill(process, signal)
      sent.send()
    }
    if microseconds == 0 { return end() }
    DetachedThread.startOrTrap {
      usleep(UInt32(microseconds))
      end()
    }
  }

  /// The process that was sent a signal, and whether it has been sent.
  private var ending: (process: Int32, sent: Signal)?

  /// Waits until the process that was sent a signal renders no more: on a busy machine it would
  /// otherwise render until the next one is sent.
  private func awaitEnd() {
    guard let ending else { return }
    ending.sent.wait()
    ProcessTable.waitForStandstill(of: ending.process)
    self.ending = nil
  }

  private var cycle = 0

  /// Continues the song, and returns the output.
  func play(cycles: Int, _ before: (Int) -> Void = { _ in }) -> [Float] {
    var heard: [Float] = []
    for _ in 0..<cycles {
      awaitEnd()
      before(cycle)
      sendNotes()
      heard += rig.render(Self.frameCount, isRealtime: false)
      cycle += 1
    }
    return heard
  }

  /// Notes of a length of 24 cycles, a new one every six, and a ramp now and then.
  private func sendNotes() {
    let note = { (number: Int) in UInt8(48 + number * 7 % 24) }
    if cycle % 6 == 0 { rig.play(note(cycle / 6), at: cycle % 64, on: player) }
    if cycle >= 24, cycle % 6 == 0 {
      let off = VoiceEvent.noteOff(channel: 0, note: note(cycle / 6 - 4), velocity: 0)
      rig.send(.midi(off.ump), at: cycle % 64, to: player)
    }
    if let parameter = subject.parameter, cycle % 16 == 5 {
      let value = Float(cycle % 5) / 5
      rig.send(.ramp(address: parameter, value: value, frameCount: 500), at: 17, to: node)
    }
  }
}

extension Instance {
  /// The instrument that is harmed at a frame, in this process alone.
  static func trapped(_ end: ShadowTests.End?, at frame: Int) throws -> Instance {
    let instance = try Instance(built: "UnrulyExtension", "aumu trap Test")
    if let end {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: frame >> $0) }
      _ = try instance.send(message: [UInt8(end.rawValue)] + bytes)
    }
    return instance
  }
}
