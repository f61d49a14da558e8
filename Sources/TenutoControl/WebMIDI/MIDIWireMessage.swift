/// A MIDI 1.0 message, or a part of one, in the format of the Web MIDI WebSocket.
///
/// Little endian: the number of bytes (UInt32), the port (UInt16), 1 if the message continues
/// (UInt8), 0 (UInt8), the time (Float64), the bytes.
struct MIDIWireMessage: Sendable, Equatable {
  /// The port's number on this connection.
  var port: UInt16
  /// Whether the message continues in the next record of this port.
  var isCut: Bool
  /// Milliseconds of `CLOCK_MONOTONIC`; 0 for now.
  var time: Double
  /// The bytes, at least one.
  var bytes: [UInt8]

  /// Size of a record's header in bytes.
  static let headByteCount = 16

  /// Parses the records of a WebSocket message; returns nil if it is malformed.
  static func records(_ bytes: [UInt8]) -> [MIDIWireMessage]? {
    var records: [MIDIWireMessage] = []
    var start = 0
    while start < bytes.count {
      guard bytes.count - start > headByteCount else { return nil }
      let byteCount = Int(number(UInt32.self, in: bytes, at: start))
      let time = Double(bitPattern: number(UInt64.self, in: bytes, at: start + 8))
      let end = start + headByteCount + byteCount
      guard byteCount > 0, end <= bytes.count, bytes[start + 6] <= 1, bytes[start + 7] == 0,
        time.isFinite, (0..<Self.timeLimit).contains(time)
      else { return nil }
      records.append(
        MIDIWireMessage(
          port: number(UInt16.self, in: bytes, at: start + 4), isCut: bytes[start + 6] == 1,
          time: time, bytes: Array(bytes[start + headByteCount..<end])))
      start = end
    }
    return records.isEmpty ? nil : records
  }

  /// 300 years in milliseconds.
  private static let timeLimit = 1e13

  private static func number<T: FixedWidthInteger & UnsignedInteger>(
    _ type: T.Type, in bytes: [UInt8], at start: Int
  ) -> T {
    (0..<T.bitWidth / 8).reduce(0) { $0 | T(bytes[start + $1]) << T(8 * $1) }
  }

  /// Appends the record to others.
  func append(to record: inout [UInt8]) {
    func add(_ number: some FixedWidthInteger & UnsignedInteger) {
      for shift in stride(from: 0, to: number.bitWidth, by: 8) {
        record.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    add(UInt32(truncatingIfNeeded: bytes.count))
    add(port)
    add(isCut ? 1 as UInt8 : 0)
    add(0 as UInt8)
    add(time.bitPattern)
    record += bytes
  }
}

/// The form of a MIDI 1.0 message.
enum MIDI1MessageForm: Equatable {
  case short, systemExclusive

  /// Determines the form of one complete message; nil for running status, missing or surplus bytes,
  /// and undefined statuses.
  init?(_ bytes: [UInt8]) {
    guard let status = bytes.first, status >= 0x80 else { return nil }
    if status == 0xF0 {
      guard bytes.count >= 2, bytes.last == 0xF7,
        !bytes.dropFirst().dropLast().contains(where: { $0 >= 0x80 })
      else { return nil }
      self = .systemExclusive
      return
    }
    guard let dataCount = Self.dataCount(status), bytes.count == dataCount + 1,
      !bytes.dropFirst().contains(where: { $0 >= 0x80 })
    else { return nil }
    self = .short
  }

  private static func dataCount(_ status: UInt8) -> Int? {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
    case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 0
    default: nil
    }
  }
}
