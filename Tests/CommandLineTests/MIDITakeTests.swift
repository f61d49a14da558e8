import Foundation
import TenutoJACK
import TenutoMIDI
import Testing

/// `tenuto midi record` and `tenuto midi play`: events are reproduced at their times.
@Suite(.serialized) struct MIDITakeTests {
  /// The same few notes repeatedly: a stall of the machine moves some, a fault of the program moves
  /// all.
  private static let rounds = 5
  private static let step: UInt64 = 15_000_000

  private static var words: [UInt32] {
    (0..<UInt32(rounds)).flatMap { round -> [UInt32] in
      let key = (60 + round) << 8
      return [
        0x2090_0040 | key, 0x20B0_4000 | round, 0x2080_0010 | key, 0x2095_0001 | key,
        0x2095_0000 | key, 0x20E3_0000 | round << 8,
      ]
    }
  }

  @Test func aTakePlaysBackAsRecorded() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    try await record(bench)
    let track = try #require(
      try StandardMIDIFile(parsing: bench.workshop.contents("take.mid")).tracks.first)
    let notes = track.filter { if case .channel = $0.message { true } else { false } }
    let expected = Self.words + [0x2092_7F7F, 0x2082_7F40]
    #expect(notes.map { packet($0.message) } == expected.map { UMP($0) })
    // 20 µs per tick, plus half a frame and two clock readings.
    let ticks = notes.dropLast(2).map { Int($0.tick) }
    #expect(hasExactRound(ticks, step: Int(Self.step) / 20_000, tolerance: 2), "\(ticks)")

    let played = try await bench.run("play", "take.mid", "--to", "device:in")
    #expect(played.exitCode == 0 && played.output.isEmpty, "\(played.errors)")
    let heard = bench.heard.events
    #expect(heard.map(\.ump) == notes.map { packet($0.message) })
    let times = heard.dropLast(2).map { Int($0.hostTime) }
    #expect(hasExactRound(times, step: Int(Self.step), tolerance: 50_000), "\(times)")
  }

  /// Records the notes, and a key at the end that is not released.
  private func record(_ bench: MIDIBench) async throws {
    let program = try bench.start("record", "take.mid", "--from", "device:out")
    try await bench.waitForListener()
    let start = MIDIBench.now + 200_000_000
    var events = Self.words.enumerated().map { index, word in
      HostTimedUMP(hostTime: start + UInt64(index) * Self.step, ump: UMP(word))
    }
    // A much later event shows that the recorder has received the others.
    let end = start + UInt64(events.count) * Self.step + 200_000_000
    events.append(HostTimedUMP(hostTime: end, ump: UMP(0x2092_7F7F)))
    events.append(HostTimedUMP(hostTime: end + 200_000_000, ump: UMP(0x10FE_0000)))
    let count = bench.client.counters(of: bench.output).passed + UInt64(events.count)
    #expect(bench.client.send(events, from: bench.output) == events.count)
    try await bench.wait { bench.client.counters(of: bench.output).passed == count }
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let expected = "Recorded take.mid: \(Self.words.count + 1) events, "
    #expect(outcome.output.hasPrefix(expected), "\(outcome.output)")
  }

  private func packet(_ message: TrackEvent.Message) -> UMP {
    guard case .channel(let message) = message else { return UMP(0) }
    return UMP(
      messageType: 2, group: 0, status: message.status, data1: message.data1,
      data2: message.data2)
  }

  /// Whether all intervals are correct in at least one round.
  private func hasExactRound(_ times: [Int], step: Int, tolerance: Int) -> Bool {
    let count = times.count / Self.rounds
    return (0..<Self.rounds).contains { round in
      let part = times.dropFirst(round * count).prefix(count)
      return zip(part, part.dropFirst()).allSatisfy { abs($1 - $0 - step) <= tolerance }
    }
  }
}
