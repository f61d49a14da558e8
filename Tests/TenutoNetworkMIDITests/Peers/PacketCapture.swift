import Foundation
import TestSupport

@testable import TenutoNetworkMIDI

/// A file of captured datagrams (pcap, nanoseconds, IPv4) for Wireshark's dissectors.
struct PacketCapture {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  init() {
    // Magic, version 2.4, zone, accuracy, longest packet, and the link type of bare IP.
    for field: UInt32 in [0xA1B2_3C4D, 0x0002_0004, 0, 0, 65_535, 101] {
      bytes.append(bigEndian: field)
    }
  }

  mutating func append(
    _ datagram: [UInt8], from: NetworkAddress, to: NetworkAddress, at time: UInt64
  ) {
    let length = UInt32(datagram.count + 28)
    bytes.append(bigEndian: UInt32(time / 1_000_000_000))
    bytes.append(bigEndian: UInt32(time % 1_000_000_000))
    for _ in 0..<2 { bytes.append(bigEndian: length) }
    // IPv4 without a fragment and a check sum, UDP without a check sum.
    bytes += [0x45, 0]
    bytes.append(bigEndian: UInt16(length))
    bytes += [0, 0, 0x40, 0, 64, 17, 0, 0] + from.host + to.host
    for field in [from.port, to.port, UInt16(datagram.count + 8), 0] {
      bytes.append(bigEndian: field)
    }
    bytes += datagram
    count += 1
  }
}

/// Wireshark's dissectors, as the program tshark.
enum Tshark {
  private static let path = "/usr/bin/tshark"

  /// Whether tshark is installed; always true with CI set, so that a missing program fails the
  /// test.
  static let isUsable: Bool = {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    if FileManager.default.isExecutableFile(atPath: path) { return true }
    print("*** SKIPPED: no tshark (.ci/dependencies test)")
    return false
  }()

  /// Returns a line for each packet, with some fields of it.
  static func fields(_ names: [String], of capture: PacketCapture) throws -> [[Substring]] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).pcap")
    try Data(capture.bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.run(
      path,
      ["-n", "-r", file.path, "-T", "fields", "-E", "separator=;"] + names.flatMap { ["-e", $0] },
      withErrors: false)
    guard result.status == 0 else { throw CocoaError(.executableLoad) }
    return result.output.split(separator: "\n").map {
      $0.split(separator: ";", omittingEmptySubsequences: false)
    }
  }
}
