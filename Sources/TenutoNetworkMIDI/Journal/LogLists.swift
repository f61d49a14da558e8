/// A log of two bytes in a list of 1 to 128 of them: Chapters C, E and A.
///
/// ```
/// |S|  LEN - 1  |  then each log  |S|  number  |F|  value  |
/// ```
package protocol TwoByteLog: Sendable {
  /// Whether the packet before had none of it.
  var isSkippable: Bool { get }
  /// The first byte without S.
  var key: UInt8 { get }
  /// The second byte.
  var value: UInt8 { get }

  /// Reads a log.
  init(isSkippable: Bool, key: UInt8, value: UInt8)
}

extension TwoByteLog {
  static func readAll(_ reader: inout DatagramReader) throws(PacketError) -> [Self] {
    let count = Int(try reader.byte().low7) + 1
    var logs: [Self] = []
    logs.reserveCapacity(count)
    for _ in 0..<count {
      let (first, second) = try (reader.byte(), reader.byte())
      logs.append(Self(isSkippable: first.flag, key: first.low7, value: second))
    }
    return logs
  }

  static func write(_ logs: [Self], to bytes: inout [UInt8]) {
    precondition(logs.count <= 128, "a chapter has more than 128 logs")
    bytes.append(logs.allSatisfy(\.isSkippable), UInt8(logs.count - 1))
    for log in logs {
      bytes.append(log.isSkippable, log.key)
      bytes.append(log.value)
    }
  }
}

/// A log of Chapter C: a controller (RFC 6295, A.3).
package struct ControllerLog: TwoByteLog, Equatable {
  /// What the log says of the controller.
  package enum Tool: Equatable, Sendable {
    /// Its last value.
    case value(UInt8)
    /// How often it was switched between off and on, modulo 64: odd is on.
    case toggles(UInt8)
    /// How often it was sent, modulo 64.
    case count(UInt8)
  }

  /// Whether the packet before had none of it.
  package let isSkippable: Bool
  /// The number of the controller.
  package let key: UInt8
  /// The tool as a byte.
  package let value: UInt8

  /// Reads a log.
  package init(isSkippable: Bool, key: UInt8, value: UInt8) {
    self.isSkippable = isSkippable
    self.key = key
    self.value = value
  }

  /// Creates a log.
  package init(isSkippable: Bool, number: UInt8, _ tool: Tool) {
    let value: UInt8 =
      switch tool {
      case .value(let value): value & 0x7F
      case .toggles(let count): 0x80 | count & 0x3F
      case .count(let count): 0xC0 | count & 0x3F
      }
    self.init(isSkippable: isSkippable, key: number, value: value)
  }

  /// What the log says.
  package var tool: Tool {
    guard value.flag else { return .value(value) }
    return value & 0x40 == 0 ? .toggles(value & 0x3F) : .count(value & 0x3F)
  }
}

/// A log of Chapter E: what Chapter N has no room for (RFC 6295, A.7).
package struct NoteExtraLog: TwoByteLog, Equatable {
  /// What the log says of a note.
  package enum Extra: Equatable, Sendable {
    /// How many note ons have had no note off.
    case count(UInt8)
    /// The velocity of the note off.
    case releaseVelocity(UInt8)
  }

  /// Whether the packet before had none of it.
  package let isSkippable: Bool
  /// The note.
  package let key: UInt8
  /// The extra as a byte.
  package let value: UInt8

  /// Reads a log.
  package init(isSkippable: Bool, key: UInt8, value: UInt8) {
    self.isSkippable = isSkippable
    self.key = key
    self.value = value
  }

  /// Creates a log.
  package init(isSkippable: Bool, note: UInt8, _ extra: Extra) {
    let value: UInt8 =
      switch extra {
      case .count(let count): count & 0x7F
      case .releaseVelocity(let velocity): 0x80 | velocity & 0x7F
      }
    self.init(isSkippable: isSkippable, key: note, value: value)
  }

  /// What the log says.
  package var extra: Extra { value.flag ? .releaseVelocity(value.low7) : .count(value) }
}

/// A log of Chapter A: the pressure of a key (RFC 6295, A.9).
package struct PolyPressureLog: TwoByteLog, Equatable {
  /// Whether the packet before had none of it.
  package let isSkippable: Bool
  /// The note.
  package let key: UInt8
  /// The pressure, with the X bit of a reset above it.
  package let value: UInt8

  /// Reads or creates a log.
  package init(isSkippable: Bool, key: UInt8, value: UInt8) {
    self.isSkippable = isSkippable
    self.key = key
    self.value = value
  }

  /// The pressure.
  package var pressure: UInt8 { value.low7 }

  /// Whether the channel was reset after it.
  package var isBeforeReset: Bool { value.flag }
}
