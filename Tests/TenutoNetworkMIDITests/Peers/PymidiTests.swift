import Foundation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// pymidi, which listens at the other end.
struct PymidiTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The environment that `.ci/peers` makes, else what the system has.
  private static let python: String = {
    let own = folder.appendingPathComponent("../../../.build-peers/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? own : "/usr/bin/python3"
  }()

  private static func start(_ arguments: [String]) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, input, output)
  }

  /// Whether the test can run; with CI set it always does, and fails where something is missing.
  private static let isUsable: Bool = {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    guard let (process, _, _) = try? start(["-c", "import construct, pymidi.server"]) else {
      return false
    }
    process.waitUntilExit()
    if process.terminationStatus == 0 { return true }
    print("*** SKIPPED: no peer of network MIDI (run .ci/peers)")
    return false
  }()

  /// It drops packets whose journal has its S bit set, and reads it as another bit: each note that
  /// it did not hear is in a packet that it could not read.
  @Test(.enabled(if: isUsable)) func everyNoteIsHeardButInPacketsThatPymidiCannotRead() async throws
  {
    let session = MIDINetworkSession(name: "test", port: 0, interface: "lo", contactsFile: "")
    try session.enable()
    defer { session.disable() }
    let port = session.networkPort < 60_000 ? session.networkPort + 1000 : 50_000
    let script = Self.folder.appendingPathComponent("pymidi_peer.py").path
    let (process, input, output) = try Self.start([script, "\(port)"])
    defer { if process.isRunning { process.terminate() } }
    // Its line may come in two pieces.
    let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(greeting.hasPrefix("ready"))
    let host = MIDINetworkHost(name: "", address: "127.0.0.1", port: port)
    #expect(session.addConnection(MIDINetworkConnection(host: host)))
    for _ in 0..<1500 where !session.peers.contains(where: \.isConnected) {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    let isConnected = session.peers.contains { $0.isConnected }
    try #require(isConnected)
    for number in UInt32(0)..<200 {
      let note = (number % 128) << 8
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_0064 | note))])
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2080_0040 | note))])
      try await Task.sleep(nanoseconds: 2_000_000)
    }
    try await Task.sleep(nanoseconds: 300_000_000)
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let counts = text.split(whereSeparator: { " \n".contains($0) }).compactMap { Int($0) }
    try #require(counts.count == 3, "\(text)")
    #expect(counts[0] + counts[1] > 200, "\(text)")
    #expect(counts[0] + counts[1] + counts[2] >= 400, "\(text)")
  }
}
