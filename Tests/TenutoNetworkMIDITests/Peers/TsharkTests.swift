import NetworkSimulation
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Wireshark's dissectors check all packets that a session sends.
struct TsharkTests {
  typealias Network = SimulatedNetwork<AppleMIDICore>

  /// The counts of this test and of the dissectors.
  private struct Counts: Equatable {
    var packets = 0
    var journals = 0
    var systemJournals = 0
    var channelJournals = 0
    var commands = 0
  }

  /// The packets that were sent in an hour.
  private struct Hour {
    var capture = PacketCapture()
    var counts = Counts()
    /// The positions of packets with a Chapter Q whose S bit is set: Wireshark 4.0 takes that bit
    /// for T, and so expects three more bytes (RFC 6295, B.3).
    var misread: Set<Int> = []
  }

  /// An hour of two sessions in simulated time, with all kinds of messages, and with lost,
  /// duplicated and reordered datagrams.
  @Test(.enabled(if: Tshark.isUsable)) func anHourOfDatagramsIsWellFormed() throws {
    let hour = try Self.hour()
    let lines = try Tshark.fields(
      [
        "_ws.malformed", "_ws.expert.message", "rtp.p_type", "rtpmidi.j_flag", "rtpmidi.y_flag",
        "rtpmidi.a_flag", "applemidi.command", "rtpmidi.cmd_chanjour_len",
      ], of: hour.capture)
    #expect(lines.count == hour.capture.count)
    let readable = lines.indices.filter { !hour.misread.contains($0) }.map { lines[$0] }
    let wrong = readable.filter { !$0[0].isEmpty || !$0[1].isEmpty }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.first ?? [])")
    var seen = Counts()
    for line in readable {
      seen.packets += line[2] == "97" ? 1 : 0
      seen.journals += line[3] == "1" ? 1 : 0
      seen.systemJournals += line[4] == "1" ? 1 : 0
      seen.channelJournals += line[7].isEmpty ? 0 : line[7].split(separator: ",").count
      seen.commands += line[6].isEmpty ? 0 : 1
    }
    #expect(seen == hour.counts)
    #expect(hour.misread.count < 200, "\(hour.misread.count)")
    #expect(seen.channelJournals > 10_000 && seen.systemJournals > 500, "\(seen)")
  }

  private static func hour() throws -> Hour {
    var network = Network(seed: 21)
    var hour = Hour()
    var error: (any Error)?
    network.tap = { bytes, from, port, time in
      let addresses = [Network.addresses[from], Network.addresses[1 - from]]
        .map { port == .control ? $0 : $0.dataAddress }
      do { try Self.note(bytes, in: &hour) } catch let reason { error = reason }
      hour.capture.append(bytes, from: addresses[0], to: addresses[1], at: time)
    }
    network.connect()
    network.leap(2 * Network.second)
    network.conditions.loss = 5
    network.conditions.duplicate = 5
    network.conditions.delay = 1_000_000...20_000_000
    var music = RandomMusic(seed: 22)
    for second in 0..<3600 {
      for number in 0..<4 {
        network.send(music.message(), from: number == 3 ? 1 : 0)
        network.leap(number == 3 ? Network.second - 60_000_000 : 20_000_000)
      }
      if second % 60 == 30 { network.send(sysEx: music.sysEx()) }
    }
    if let error { throw error }
    return hour
  }

  private static func note(_ bytes: [UInt8], in hour: inout Hour) throws {
    guard !AppleMIDICommand.isCommand(bytes) else { return hour.counts.commands += 1 }
    let packet = try RTPMIDIPacket(parsing: bytes)
    if packet.journal?.system?.sequencer?.isSkippable == true {
      hour.misread.insert(hour.capture.count)
      return
    }
    hour.counts.packets += 1
    guard let journal = packet.journal else { return }
    hour.counts.journals += 1
    hour.counts.systemJournals += journal.system == nil ? 0 : 1
    hour.counts.channelJournals += journal.channels.count
  }
}
