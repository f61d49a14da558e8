import Foundation
import TenutoJACK
import TenutoMIDI
import Testing

/// `tenuto midi`, the built program, connected to the test's device.
@Suite(.serialized) struct MIDICommandTests {
  @Test func listShowsPortsWithNumbersThatStay() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let list = try await bench.run("list")
    #expect(list.exitCode == 0, "\(list.errors)")
    let json = try await bench.run("list", "--json")
    let ports = try JSONDecoder().decode([ListedPort].self, from: Data(json.output.utf8))
    #expect(ports.map(\.port) == ["device:out", "device:in"])
    #expect(ports.map(\.kind) == ["source", "destination"])
    #expect(ports.allSatisfy { $0.form == "bytes" && !$0.isPhysical })
    for port in ports {
      let line = list.output.split(separator: "\n").first { $0.contains(port.port) }
      #expect(line?.hasPrefix("\(port.number) ") == true, "\(list.output)")
    }
    #expect(Set(ports.map(\.number)).count == 2 && ports.allSatisfy { $0.number != 0 })
  }

  private struct ListedPort: Decodable {
    let number: Int32
    let kind: String
    let port: String
    let form: String
    let isPhysical: Bool
  }

  @Test func monitorPrintsReceivedMessages() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let words = try bench.start("monitor")
    try await bench.waitForListener()
    bench.play(0x2092_3C64, 0x20B0_0740, 0x10F8_0000, 0x3016_7E7F, 0x10FC_0000)
    try await words.waitFor("  stop")
    words.signal(SIGINT)
    let result = await words.finish()
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      result.output.split(separator: "\n").map { $0.drop { $0 == " " }.dropFirst(6) }.map(
        String.init)
        == [
          "  device out  channel 3   note on       C4    60  velocity 100",
          "  device out  channel 1   controller      7   64",
          "  device out  clock",
          "  device out  stop",
        ], "\(result.output)")
  }

  @Test func monitorPrintsBytesAndLeavesOutTheClock() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let bytes = try bench.start("monitor", "device:out", "--bytes", "--quiet")
    try await bench.waitForListener()
    bench.play(0x10FE_0000, 0x10F8_0000, 0x20E1_0040)
    try bench.client.sendSysEx(sysExMessage(100), from: bench.output)
    try await bench.wait { bytes.output.contains("(100 bytes)") }
    bytes.signal(SIGINT)
    let result = await bytes.finish()
    #expect(result.exitCode == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix("device out  E1 00 40"), "\(result.output)")
    #expect(lines.last?.contains("device out  F0 00 07 0E") == true)
  }

  @Test func sentMessagesArriveOnce() async throws {
    let bench = try await MIDIBench(isEcho: true)
    defer { bench.close() }
    let monitor = try bench.start("monitor")
    try await bench.waitForListener()
    let sent = [
      try await bench.run("send", "device:in", "note", "C4", "100", "--seconds", "0"),
      try await bench.run("send", "device", "cc", "7", "100", "--channel", "2"),
      try await bench.run("send", "device:in", "bend", "-8192"),
      try await bench.run("send", "device:in", "F0 7E 7F 06 01 F7"),
      try await bench.run("send", "device:in", "F2", "01", "02"),
      try await bench.run("send", "device:in", "stop"),
    ]
    #expect(sent.allSatisfy { $0.exitCode == 0 && $0.errors.isEmpty }, "\(sent)")
    #expect(
      bench.heard.packets == [
        UMP(0x2090_3C64), UMP(0x2080_3C40), UMP(0x20B1_0764), UMP(0x20E0_0000),
        UMP(0x3004_7E7F, 0x0601_0000), UMP(0x10F2_0102), UMP(0x10FC_0000),
      ], "\(bench.heard.packets)")
    try await monitor.waitFor("  stop")
    monitor.signal(SIGINT)
    let lines = await monitor.finish().output.split(separator: "\n")
    // The outputs of `send` are not listed as sources.
    #expect(lines.count == 7 && lines.allSatisfy { $0.contains("  device out  ") }, "\(lines)")
  }

  @Test func panicEndsEverything() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    #expect(try await bench.run("panic").exitCode == 0)
    let expected = (UInt8(0)..<16).flatMap { channel -> [UMP] in
      let quiet: [UInt8] = [64, 123, 120]
      return quiet.map { packet(0xB0 | channel, $0, 0) }
        + (UInt8(0)..<128).map { packet(0x80 | channel, $0, 64) }
    }
    #expect(bench.heard.packets == expected)
    #expect(try await bench.run("panic", "device:in").exitCode == 0)
    #expect(bench.heard.packets == expected + expected)
  }

  private func packet(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) -> UMP {
    UMP(messageType: 2, group: 0, status: status, data1: data1, data2: data2)
  }

  @Test func aLargeSystemExclusiveFileIsSentAndReceived() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let messages = [sysExMessage(300_000), [0xF0, 0xF7], sysExMessage(5000, seed: 3)]
    let bytes = messages.flatMap(\.self)
    try bench.workshop.write("bank.syx", bytes)
    let sent = try await bench.run("sysex", "bank.syx", "--to", "device:in")
    #expect(sent.exitCode == 0, "\(sent.errors)")
    #expect(sent.output == "Sent bank.syx: 3 messages, 305002 bytes\n")
    let isIntact = bench.heard.sysExBytes == bytes
    #expect(isIntact)

    let program = try bench.start("sysex", "dump.syx", "--from", "device:out")
    try await bench.waitForListener()
    for message in messages { try bench.client.sendSysEx(message, from: bench.output) }
    try await program.waitFor("Received message 3, 5000 bytes")
    program.signal(SIGINT)
    let received = await program.finish()
    #expect(received.exitCode == 0, "\(received.errors)")
    #expect(received.output == "Received dump.syx: 3 messages, 305002 bytes\n")
    let isSame = try bench.workshop.contents("dump.syx") == bytes
    #expect(isSame)
  }
}
