import Foundation
import Synchronization
import TenutoJACK
import TenutoMIDI
import Testing

/// A JACK server with the test's device: it receives at `device:in`, and plays at `device:out`.
final class MIDIBench {
  let workshop: Workshop
  let heard = HeardPackets()
  let output: MIDIPort
  let client: MIDIPortClient
  private let server: JACKServer
  private let probe: JACKClient

  /// Starts the server.
  ///
  /// - Parameter isEcho: Whether the device plays its input.
  /// - Throws: An error with the missing item.
  init(isEcho: Bool = false) async throws {
    workshop = try Workshop()
    server = try JACKServer(frameCount: 512, isSynchronous: true)
    client = try MIDIPortClient(name: "device", serverName: server.name)
    probe = try JACKClient(name: "probe", serverName: server.name)
    output = try client.addOutput(named: "out")
    let (output, heard) = (output, heard)
    _ = try client.addInput(named: "in") { [weak client] arrival in
      heard.append(arrival.events)
      guard isEcho else { return }
      client?.send(arrival.events.map { HostTimedUMP(hostTime: 0, ump: $0.ump) }, from: output)
    }
  }

  /// The name of the server.
  var serverName: String { server.name }

  /// Ends everything in the order that libjack needs.
  func close() {
    probe.close()
    client.close()
    server.stop()
  }

  /// Starts `tenuto midi` on the server.
  func start(_ arguments: String...) throws -> Program {
    try Program(["midi"] + arguments + ["--server", server.name], in: workshop)
  }

  /// Runs `tenuto midi` on the server, and waits for its end.
  func run(_ arguments: String...) async throws -> Outcome {
    try await Program(["midi"] + arguments + ["--server", server.name], in: workshop).finish()
  }

  /// Waits until a program listens to the device.
  func waitForListener() async throws {
    try await wait { try probe.connections(of: "device:out").isEmpty == false }
  }

  /// Waits until a condition holds.
  func wait(until isSo: () throws -> Bool) async throws {
    for _ in 0..<1500 {
      if try isSo() { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("The expected message did not arrive.")
  }

  /// Sends packets from the device, now.
  func play(_ words: UInt32...) {
    client.send(words.map { HostTimedUMP(hostTime: 0, ump: UMP($0)) }, from: output)
  }

  /// Nanoseconds of `CLOCK_MONOTONIC`.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The input of the device.
final class HeardPackets: Sendable {
  private let all = Mutex<[HostTimedUMP]>([])

  func append(_ events: [HostTimedUMP]) { all.withLock { $0 += events } }

  var events: [HostTimedUMP] { all.withLock { $0 } }

  var packets: [UMP] { events.map(\.ump) }

  var count: Int { all.withLock { $0.count } }

  /// The System Exclusive messages, concatenated.
  var sysExBytes: [UInt8] {
    packets.filter { $0.messageType == 3 }.flatMap { MIDI1Bytes($0).array }
  }
}

/// A System Exclusive message of `count` bytes whose data reveals missing parts.
func sysExMessage(_ count: Int, seed: Int = 7) -> [UInt8] {
  [0xF0] + (0..<count - 2).map { UInt8(($0 * seed + $0 / 127) % 128) } + [0xF7]
}
