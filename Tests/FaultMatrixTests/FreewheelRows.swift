import Foundation
import TenutoCore
import TenutoJACK
import TenutoMIDI
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport
import Testing

/// Faults while a JACK server freewheels: nothing is late, so every sample counts.
@Suite(.serialized, .enabled(if: JACKServer.isUsable, "jackd is not installed"))
struct FreewheelRows {
  @Test(arguments: ["F01", "F04", "F05", "F13"])
  func f01f04f05f13otherNodesSoundBitIdentical(row: String) throws {
    let server = try JACKServer(frameCount: 256)
    defer { server.stop() }
    let undisturbed = try recorded(server, ["FAULT=\(row)", "AT=never"])
    let disturbed = try recorded(server, ["FAULT=\(row)", "AT=steady", "CYCLE=300"])
    #expect(undisturbed[0].count > 48000)
    #expect(undisturbed[0].contains { $0.magnitude > 0.1 })
    for channel in 0..<2 {
      let isSame = disturbed[channel] == undisturbed[channel]
      let first = zip(disturbed[channel], undisturbed[channel]).enumerated().first {
        $0.element.0 != $0.element.1
      }?.offset
      #expect(
        isSame,
        "channel \(channel): \(disturbed[channel].count) and \(undisturbed[channel].count) frames, others from \(first ?? -1) on"
      )
    }
  }

  /// The song of a chain next to a faulty voice.
  private func recorded(_ server: JACKServer, _ environment: [String]) throws -> [[Float]] {
    let path = "\(NSTemporaryDirectory())tenuto-matrix-\(getpid()).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let voice = try Instance(built: "Faulty", "aumu fvox Test", environment: environment)
    let other = try ChainEngine([voice], serverName: server.name)
    let care = Care(other.slot(ofInstance: 0), policy: .quick()) { () throws(HostError) in
      try Instance(built: "Faulty", "aumu fvox Test")
    }
    defer {
      care.supervisor.stop()
      other.stop()
      other.instances.forEach { $0.terminate() }
    }
    try record(server, to: path)
    // Silent until its start.
    let sound = try SoundFileReader(path: path).readAll()
    let start = sound[0].firstIndex { $0 != 0 } ?? 0
    return sound.map { Array($0[start...].prefix(96_000)) }
  }

  private func record(_ server: JACKServer, to path: String) throws {
    let chain = [
      try Instance(built: "Sawtooth", "aumu saw1 Tnto"),
      try Instance(built: "Delay", "aufx dely Tnto"),
    ]
    defer { chain.forEach { $0.terminate() } }
    let recorder = Recorder(
      try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 2))
    let engine = try ChainEngine(
      chain, song: Songs.melody(30), tailSeconds: 1, recorder: recorder, startsAtOnce: false,
      serverName: server.name)
    defer { engine.stop() }
    let observer = try JACKClient(name: "observer", serverName: server.name)
    defer { observer.close() }
    try observer.setFreewheel(true)
    engine.start()
    #expect(eventually { engine.isFinished })
    try observer.setFreewheel(false)
    engine.stop()
    try recorder.finish()
  }
}
