import Foundation
import TenutoCore
import TenutoJACK
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// A node with a shadow in a JACK server that runs as fast as its clients can.
@Suite(.serialized, .enabled(if: JACKServer.isUsable, "jackd is not installed"))
struct ShadowRows {
  @Test func f01killsOfANodeWithAShadowAreUnheard() throws {
    let server = try JACKServer(frameCount: 256)
    defer { server.stop() }
    let undisturbed = try recorded(server) { _, _ in }
    var kills = 0
    let disturbed = try recorded(server) { engine, supervisor in
      while !engine.isFinished {
        if Self.killOnce(supervisor, engine) { kills += 1 }
      }
    }
    #expect(undisturbed[0].count > 48000)
    #expect(undisturbed[0].contains { $0.magnitude > 0.1 })
    #expect(kills > 0)
    for channel in 0..<2 {
      let isSame = disturbed[channel] == undisturbed[channel]
      #expect(isSame, "channel \(channel), \(kills) kills")
    }
  }

  /// Kills the instrument if its shadow is exact, and waits for the takeover; returns whether it did.
  private static func killOnce(_ supervisor: NodeSupervisor, _ engine: ChainEngine) -> Bool {
    guard supervisor.status.shadow == .exact else {
      usleep(1000)
      return false
    }
    let restarts = supervisor.status.restarts
    kill(supervisor.instance.process.identifier, SIGKILL)
    return eventually { supervisor.status.restarts > restarts || engine.isFinished }
  }

  /// The output of a chain for a song, from the first sample that is not silent.
  private func recorded(
    _ server: JACKServer, _ body: (ChainEngine, NodeSupervisor) -> Void
  ) throws -> [[Float]] {
    let path = "\(NSTemporaryDirectory())tenuto-shadow-\(getpid()).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try Instance(built: "Sawtooth", "aumu saw1 Tnto")
    first.keepsCycles = true
    let recorder = Recorder(
      try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 2))
    let engine = try ChainEngine(
      [first, try Instance(built: "Gain", "aufx gain Tnto")], song: Songs.melody(200),
      tailSeconds: 1, recorder: recorder, startsAtOnce: false, serverName: server.name)
    var policy = SupervisionPolicy.quick(.shadow)
    // Before the server freewheels, a busy machine may make the primary late again and again.
    policy.restartLimit = 10_000
    let care = Care(engine.slot(ofInstance: 0), policy: policy) { () throws(HostError) in
      try Instance(built: "Sawtooth", "aumu saw1 Tnto")
    }
    defer {
      care.supervisor.stop()
      engine.stop()
      engine.instances.forEach { $0.terminate() }
    }
    let observer = try JACKClient(name: "observer", serverName: server.name)
    defer { observer.close() }
    #expect(eventually { care.supervisor.status.shadow == .exact })
    try observer.setFreewheel(true)
    engine.start()
    body(engine, care.supervisor)
    #expect(eventually { engine.isFinished })
    try observer.setFreewheel(false)
    engine.stop()
    try recorder.finish()
    let sound = try SoundFileReader(path: path).readAll()
    let start = sound[0].firstIndex { $0 != 0 } ?? 0
    return sound.map { Array($0[start...].prefix(480_000)) }
  }
}
