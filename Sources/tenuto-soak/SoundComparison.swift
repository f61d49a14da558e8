import Foundation
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoMIDI
import TenutoRender

/// Records the chains with and without attackers while the server freewheels: nothing is late then,
/// so every sample must be equal.
struct SoundComparison {
  let clients: JACKGraphEngine.Clients
  let attackers: [Attacker]
  /// Seconds of music.
  let seconds: Double
  let seed: UInt64

  private static let sampleRate = 48000
  private static let channelCount = 2 * Soak.chainCount
  /// Frames between two notes; the chains differ.
  private func noteFrames(_ chain: Int) -> Int { 12_000 + 1111 * chain }

  /// Records twice, prints the differences, and returns whether there are none.
  func run() throws -> Bool {
    let alone = try record(isAttacked: false)
    let attacked = try record(isAttacked: true)
    let isSame = alone == attacked
    if !isSame, let place = alone.indices.first(where: { alone[$0] != attacked[$0] }) {
      let (frame, channel) = place.quotientAndRemainder(dividingBy: Self.channelCount)
      printLine("freewheeling: chain \(channel / 2) is the first to differ, in frame \(frame)")
    }
    let count = alone.count / Self.channelCount
    printLine(
      "freewheeling: \(count) frames of \(Soak.chainCount) chains, \(isSame ? "the same" : "different")"
    )
    return isSame
  }

  /// The chains' interleaved channels, from the first frame that is not silent.
  private func record(isAttacked: Bool) throws -> [Float] {
    let server = try DummyServer(name: "tenuto-soak-\(getpid())", frameCount: 128)
    defer { server.stop() }
    let path = "\(NSTemporaryDirectory())tenuto-soak-\(getpid()).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(
      try SoundFileWriter(
        path: path, format: .wavFloat32, sampleRate: Self.sampleRate,
        channelCount: Self.channelCount))
    let session = try Session(
      chainCount: Soak.chainCount, isAttacked: isAttacked, clients: clients, recorder: recorder,
      serverName: server.name)
    try play(session, serverName: server.name)
    session.stop()
    try recorder.finish()
    guard session.unrecordedFrames == 0 else {
      throw SoakError(reason: "the disk is too slow to record a freewheeling server")
    }
    return try music(in: path)
  }

  private func play(_ session: Session, serverName: String) throws {
    let client = try JACKClient.openOrRetry(name: "soak-wheel", serverName: serverName)
    defer { client.close() }
    let end = schedule(session)
    try client.setFreewheel(true)
    var attack = Attack(on: session, by: attackers, seed: seed)
    let isOver = { session.sampleTime > end }
    if session.attackers.isEmpty {
      while !isOver() { usleep(10_000) }
    } else {
      // Much longer than needed: JACK waits for hung clients.
      attack.go(seconds: 60 + 40 * seconds, until: isOver)
    }
    guard isOver() else { throw SoakError(reason: "the freewheeling server stopped") }
    try client.setFreewheel(false)
  }

  /// Schedules every chain's notes from two seconds on; returns the end of the music in frames.
  private func schedule(_ session: Session) -> Int64 {
    let start = session.sampleTime + 2 * Int64(Self.sampleRate)
    let end = start + Int64(seconds + 1) * Int64(Self.sampleRate)
    for (number, chain) in session.chains.enumerated() {
      var note: UInt8 = 60
      for time in stride(from: start, to: end, by: noteFrames(number)) {
        let events = [
          VoiceEvent.noteOff(channel: 0, note: note, velocity: 0),
          .noteOn(channel: 0, note: 60 + (note + 7) % 12, velocity: 65535),
        ]
        note = 60 + (note + 7) % 12
        for event in events { _ = chain[0].slot.schedule(.midi(event.ump), at: .sampleTime(time)) }
      }
    }
    return end
  }

  private func music(in path: String) throws -> [Float] {
    let reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: reader.frameCount * Self.channelCount)
    var span = samples.mutableSpan
    _ = try reader.read(interleaved: &span)
    let first = samples.firstIndex { $0 != 0 } ?? samples.count
    let start = first - first % Self.channelCount
    let count = Int(seconds * Double(Self.sampleRate)) * Self.channelCount
    // Every chain starts with a note.
    let second = samples[start...].prefix(Self.sampleRate * Self.channelCount).enumerated()
    let heard = second.reduce(into: Set<Int>()) { heard, entry in
      if entry.element != 0 { heard.insert(entry.offset % Self.channelCount) }
    }
    guard heard.count == Self.channelCount, samples.count - start >= count else {
      throw SoakError(reason: "a chain is silent while the server freewheels")
    }
    return Array(samples[start..<start + count])
  }
}
