@testable internal import TenutoCore

/// A parser of untrusted bytes.
struct FuzzTarget: Sendable {
  /// Its name on the command line, and its folder in `Corpus`.
  let name: String
  /// Reads any bytes; traps or ends the process on a fault.
  let run: @Sendable ([UInt8]) -> Void

  /// Every target.
  static let all: [FuzzTarget] =
    midi + files + messages + memory + servers + texts + crashes + sessions + sessionFiles
    + sessionManager + web + midiStreams + midiFiles + umpMessages
    + capabilityInquiry + midiEvents + stores + networkMIDI

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Splits an input.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// The next byte, 0 after the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The next number, little-endian.
  mutating func number<T: FixedWidthInteger>(_: T.Type = T.self) -> T {
    var value: T = 0
    for shift in stride(from: 0, to: T.bitWidth, by: 8) {
      value |= T(truncatingIfNeeded: byte()) << T(shift)
    }
    return value
  }

  /// The next bytes, fewer at the end.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A piece after its 16-bit length.
  mutating func piece() -> [UInt8] { bytes(Int(number(UInt16.self))) }

  /// All remaining bytes.
  mutating func all() -> [UInt8] { bytes(rest.count) }

  /// All remaining bytes as a text.
  mutating func text() -> String { String(decoding: all(), as: UTF8.self) }
}

/// `bytes` with the checksum of a state in their last four.
func summed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let content = bytes.dropLast(4)
  let sum = CRC32.checksum(content)
  return content + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
}
