@testable internal import TenutoCore

/// A parser of untrusted bytes.
struct FuzzTarget: Sendable {
  /// What it is called on the command line, and its folder in `Corpus`.
  let name: String
  /// Reads any bytes at all; traps or ends the process where something is wrong.
  let run: @Sendable ([UInt8]) -> Void

  /// Every target.
  static let all: [FuzzTarget] =
    midi + files + messages + memory + servers + texts + crashes + sessions + sessionFiles
    + sessionManager + web + midiStreams + midiFiles + umpMessages
    + capabilityInquiry + midiEvents + stores + networkMIDI

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Takes an input apart.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// The next byte, 0 behind the end.
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

  /// A piece with its length in 16 bits before it.
  mutating func piece() -> [UInt8] { bytes(Int(number(UInt16.self))) }

  /// All that is left.
  mutating func all() -> [UInt8] { bytes(rest.count) }

  /// All that is left, as a text.
  mutating func text() -> String { String(decoding: all(), as: UTF8.self) }
}

/// `bytes` with the check sum of a state in place of their last four.
func summed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let content = bytes.dropLast(4)
  let sum = CRC32.checksum(content)
  return content + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
}
