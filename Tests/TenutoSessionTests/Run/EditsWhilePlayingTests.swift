import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoSession

/// Edits of one chain while another one plays.
@Suite struct EditsWhilePlayingTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth", "Delay", "Gain"]) }

  /// Two chains, each with its own output.
  private var session: Session {
    var session = Session(name: "two")
    session.nodes = [
      SessionNode("lead", .component("aumu saw1 Tnto")),
      SessionNode("echo", .component("aufx dely Tnto")),
      SessionNode("out1", .audioOutput(channelCount: 2, ports: [])),
      SessionNode("bass", .component("aumu saw1 Tnto")),
      SessionNode("out2", .audioOutput(channelCount: 2, ports: [])),
    ]
    session.connections = [
      AudioLink("lead", to: "echo"), AudioLink("echo", to: "out1"), AudioLink("bass", to: "out2"),
    ]
    return session
  }

  /// The output of the first chain, while `edit` is called before each cycle.
  private func play(
    _ edit: (RunningSession, Int) throws -> Void
  ) throws -> (first: [Float], second: [Float]) {
    var options = folder.options
    options.effectTimeout = 0
    let running = try RunningSession(
      session, file: nil, options: options,
      makeEngine: { order throws(HostError) in try CycleEngine(order) })
    defer { running.end() }
    let engine = try #require(running.engine as? CycleEngine)
    for name in ["lead", "bass"] {
      let node = try #require(running.status(of: name)?.id)
      let note = VoiceEvent.noteOn(channel: 0, note: 57, velocity: 50_000)
      #expect(engine.schedule(.midi(note.ump), to: node, at: .immediately))
    }
    while engine.heard[0].count < Self.cycleCount * Self.frameCount {
      try edit(running, engine.heard[0].count / Self.frameCount)
      engine.render()
    }
    let length = Self.cycleCount * Self.frameCount
    return (Array(engine.heard[0].prefix(length)), Array(engine.heard[2].prefix(length)))
  }

  private static let cycleCount = 80
  private static let frameCount = 64

  @Test func theOtherChainSoundsUnchanged() throws {
    let plain = try play { _, _ in }
    #expect(plain.first.contains { abs($0) > 0.01 })
    var edits: [(RunningSession) throws -> Void] = [
      { try $0.add(SessionNode("gain", .component("aufx gain Tnto"))) },
      { try $0.disconnect(.audio(AudioLink("bass", to: "out2"))) },
      { try $0.connect(.audio(AudioLink("bass", to: "gain"))) },
      { try $0.connect(.audio(AudioLink("gain", to: "out2"))) },
      { try $0.rename("gain", to: "level") },
      { try $0.setMute(true, of: "bass") },
      { _ = try $0.undo() },
      { try $0.remove("level") },
      { _ = try $0.undo() },
    ]
    let edited = try play { running, cycle in
      if cycle > 10, !edits.isEmpty { try edits.removeFirst()(running) }
    }
    #expect(edits.isEmpty)
    let isSame = edited.first == plain.first
    #expect(isSame)
    let isOther = edited.second != plain.second
    #expect(isOther)
  }

  @Test func removedAndRestoredNodesSoundAgain() throws {
    var isMuted: Bool?
    let sound = try play { running, cycle in
      if cycle >= 20, isMuted == nil {
        try running.setMute(true, of: "bass")
        isMuted = true
      } else if cycle >= 40, isMuted == true {
        try running.setMute(false, of: "bass")
        isMuted = false
      }
    }
    let frames = Self.frameCount
    let quiet = sound.second[(26 * frames)..<(40 * frames)]
    #expect(quiet.allSatisfy { $0 == 0 })
    #expect(sound.second[(46 * frames)...].contains { abs($0) > 0.01 })
    // At its start and end no step is larger than the fade allows.
    let edge = sound.second[(18 * frames)..<(26 * frames)]
    let steps = zip(edge, edge.dropFirst()).map { abs($0 - $1) }
    let before = sound.second[..<(18 * frames)]
    let usual = zip(before, before.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    #expect((steps.max() ?? 0) <= usual * 1.1 + 0.05)
  }

  @Test func theClockPlaysAnEditedSession() throws {
    var options = folder.options
    options.effectTimeout = 5000
    let running = try RunningSession(
      session, file: nil, options: options,
      makeEngine: { order throws(HostError) in
        try ClockEngine(order, EngineSettings())
      })
    defer { running.end() }
    try running.add(SessionNode("gain", .component("aufx gain Tnto")))
    try running.connect(.audio(AudioLink("bass", to: "gain")))
    try running.set("cutoff", of: "lead", to: 700)
    try running.remove("echo")
    _ = try running.undo()
    let before = running.status(of: "lead")?.instance
    try running.restart("lead")
    #expect(eventually { running.status(of: "lead")?.instance !== before })
    let instance = try #require(running.status(of: "lead")?.instance)
    let cutoff = try #require(instance.description.parameter(named: "cutoff"))
    #expect(eventually { instance.value(of: cutoff.address) == 700 })
  }
}
