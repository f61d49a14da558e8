/// Tags the chapter that a log belongs to.
package protocol TwoByteChapter {}

/// A log of two bytes in a list of 1 to 128 of them: Chapters C, E and A.
///
/// ```
/// |S|  LEN - 1  |  then each log  |S|  number  |F|  value  |
/// ```
package struct TwoByteLog<Chapter: TwoByteChapter>: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package let isSkippable: Bool
  /// The first byte without S: a controller or a note.
  package let key: UInt8
  /// The second byte, F included.
  package let value: UInt8

  /// Reads or creates a log.
  package init(isSkippable: Bool, key: UInt8, value: UInt8) {
    self.isSkippable = isSkippable
    self.key = key
    self.value = value
  }

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

// MARK: - Chapter C

/// Controllers (RFC 6295, A.3).
package enum ControllerChapter: TwoByteChapter {
  /// The content of a log for its controller.
  package enum Tool: Equatable, Sendable {
    /// Its last value.
    case value(UInt8)
    /// Number of switches between off and on, modulo 64: odd is on.
    case toggles(UInt8)
    /// Number of times that it was sent, modulo 64.
    case count(UInt8)
  }
}

/// A log of Chapter C.
package typealias ControllerLog = TwoByteLog<ControllerChapter>

extension ControllerLog {
  /// Creates a log.
  package init(isSkippable: Bool, number: UInt8, _ tool: ControllerChapter.Tool) {
    let value: UInt8 =
      switch tool {
      case .value(let value): value & 0x7F
      case .toggles(let count): 0x80 | count & 0x3F
      case .count(let count): 0xC0 | count & 0x3F
      }
    self.init(isSkippable: isSkippable, key: number, value: value)
  }

  /// The content of the log.
  package var tool: ControllerChapter.Tool {
    guard value.flag else { return .value(value) }
    return value & 0x40 == 0 ? .toggles(value & 0x3F) : .count(value & 0x3F)
  }
}

// MARK: - Chapter E

/// Note data for which Chapter N has no room (RFC 6295, A.7).
package enum NoteExtraChapter: TwoByteChapter {
  /// The content of a log for its note.
  package enum Extra: Equatable, Sendable {
    /// Number of note ons without a note off.
    case count(UInt8)
    /// The velocity of the note off.
    case releaseVelocity(UInt8)
  }
}

/// A log of Chapter E.
package typealias NoteExtraLog = TwoByteLog<NoteExtraChapter>

extension NoteExtraLog {
  /// Creates a log.
  package init(isSkippable: Bool, note: UInt8, _ extra: NoteExtraChapter.Extra) {
    let value: UInt8 =
      switch extra {
      case .count(let count): count & 0x7F
      case .releaseVelocity(let velocity): 0x80 | velocity & 0x7F
      }
    self.init(isSkippable: isSkippable, key: note, value: value)
  }

  /// The content of the log.
  package var extra: NoteExtraChapter.Extra {
    value.flag ? .releaseVelocity(value.low7) : .count(value)
  }
}

// MARK: - Chapter A

/// The pressure of keys (RFC 6295, A.9), with the X bit for a reset above it.
package enum PolyPressureChapter: TwoByteChapter {}

/// A log of Chapter A.
package typealias PolyPressureLog = TwoByteLog<PolyPressureChapter>

extension PolyPressureLog {
  /// The pressure.
  package var pressure: UInt8 { value.low7 }

  /// Whether the channel was reset afterwards.
  package var isBeforeReset: Bool { value.flag }
}
