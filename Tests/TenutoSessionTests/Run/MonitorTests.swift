import Foundation
import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSession
@testable import TenutoSystem

/// Monitors of a playing session during edits.
@Suite struct MonitorTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  private static func sample(_ frame: Int) -> Float { Float(frame + 1) / 100_000 }

  /// A looped file through a mixer to an output.
  private func play() throws -> RunningSession {
    let file = try SoundFileWriter(
      path: "\(folder.path)/in.wav", format: .wavFloat32, sampleRate: 48_000, channelCount: 1)
    try file.write(channels: [(0..<1000).map(Self.sample)])
    try file.finish()
    var session = Session(name: "files")
    session.nodes = [
      SessionNode("loop", .fileInput(path: "\(folder.path)/in.wav", isLooped: true)),
      SessionNode("desk", .mixer(inputs: [1], outputChannelCount: 1)),
      SessionNode("keys", .midiInput(ports: [])),
      SessionNode("out", .audioOutput(channelCount: 1, ports: [])),
    ]
    session.connections = [AudioLink("loop", to: "desk"), AudioLink("desk", to: "out")]
    var options = folder.options
    options.effectTimeout = 5000
    return try RunningSession(
      session, file: nil, options: options,
      makeEngine: { order throws(HostError) in try ClockEngine(order, EngineSettings()) })
  }

  /// The minimum number of frames after the first ones, in which a new connection fades in.
  private func takeSettled(_ monitor: GraphMonitor, frames: Int) -> [Float] {
    Array(take(monitor, frames: frames + 1024).dropFirst(1024))
  }

  /// The minimum number of frames.
  private func take(_ monitor: GraphMonitor, frames: Int) -> [Float] {
    var samples: [Float] = []
    while samples.count < frames {
      guard let sound = monitor.takeSound(atMost: 4096) else {
        usleep(1000)
        continue
      }
      samples += sound.samples
    }
    return samples
  }

  /// Whether samples are part of the loop, from any position.
  private func isLoop(_ samples: [Float]) -> Bool {
    guard let first = samples.first else { return false }
    let start = Int((first * 100_000).rounded()) - 1
    return samples.enumerated().allSatisfy { $0.element == Self.sample((start + $0.offset) % 1000) }
  }

  @Test func aMonitorHearsANodeToTheSample() throws {
    let running = try play()
    defer { running.end() }
    let monitor = GraphMonitor(channelCount: 1)
    let place = try running.add(monitor, listeningTo: "loop")
    #expect(isLoop(takeSettled(monitor, frames: 5000)) && monitor.sampleRate == 48_000)
    // It is not part of the session.
    #expect(running.session.nodes.count == 4 && !running.isEdited)
    #expect(running.nodeNames == ["loop", "desk", "keys", "out"])
    // Edits, including a new name, do not affect it.
    try running.disconnect(.audio(AudioLink("loop", to: "desk")))
    try running.rename("loop", to: "tape")
    while monitor.takeSound(atMost: 4096) != nil {}
    #expect(isLoop(take(monitor, frames: 3000)))
    running.removeMonitor(place)
    #expect(running.engine.graph.nodes.count == 4)
    running.removeMonitor(place)
  }

  @Test func aMonitorOfAllReceivesTheOutput() throws {
    let running = try play()
    defer { running.end() }
    let (all, out) = (GraphMonitor(channelCount: 1), GraphMonitor(channelCount: 1))
    _ = try running.add(all, listeningTo: nil)
    _ = try running.add(out, listeningTo: "out")
    #expect(isLoop(takeSettled(all, frames: 3000)) && isLoop(takeSettled(out, frames: 3000)))
    try running.remove("desk")
    for monitor in [all, out] {
      #expect(eventually { take(monitor, frames: 256).suffix(200).allSatisfy { $0 == 0 } })
    }
    // Later connections are audible too.
    try running.connect(.audio(AudioLink("loop", to: "out")))
    for monitor in [all, out] {
      #expect(eventually { isLoop(Array(take(monitor, frames: 512).suffix(200))) })
    }
  }

  @Test func notesOfANodeReachItsMonitor() throws {
    let running = try play()
    defer { running.end() }
    let monitor = GraphMonitor(channelCount: 0)
    _ = try running.add(monitor, listeningTo: "keys")
    let notes = (0..<20).map { UMP(0x4090_0000 | UInt32($0) << 8, 0x8000_0000) }
    for note in notes { try running.play(note, at: "keys") }
    var heard: [UMP] = []
    let isWhole = eventually {
      heard += monitor.takeMIDI()
      return heard.count >= notes.count
    }
    #expect(isWhole && heard == notes)
  }

  @Test func missingNodesAndNodesWithoutMIDIAreRefused() throws {
    let running = try play()
    defer { running.end() }
    let note = UMP(0x4090_3C00, 0x8000_0000)
    let reasons = ["none", "loop", "out"].map { name -> SessionEditError.Reason? in
      do throws(SessionEditError) { try running.play(note, at: name) } catch { return error.reason }
      return nil
    }
    #expect(reasons == [.unknown, .invalid, .invalid])
    #expect(throws: SessionEditError.self) {
      try running.add(GraphMonitor(channelCount: 2), listeningTo: "none")
    }
    #expect(running.engine.graph.nodes.count == 4)
  }
}
