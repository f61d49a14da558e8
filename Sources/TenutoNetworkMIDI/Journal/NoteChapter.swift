/// Chapter N: the notes that are on, and those that have ended (RFC 6295, A.6).
///
/// ```
/// |B|     LEN     |  LOW  | HIGH  |  logs |S|  note  |Y| velocity |  bits of notes off …
/// ```
package struct NoteChapter: Equatable, Sendable {
  /// A note that is on.
  package struct Log: Equatable, Sendable {
    /// Whether the previous packet did not contain it.
    package var isSkippable: Bool
    /// The note.
    package var note: UInt8
    /// Whether to play the note although it is late.
    package var isPlayedLate: Bool
    /// Its velocity, 1 to 127.
    package var velocity: UInt8

    /// Creates a log.
    package init(isSkippable: Bool, note: UInt8, isPlayedLate: Bool, velocity: UInt8) {
      self.isSkippable = isSkippable
      self.note = note
      self.isPlayedLate = isPlayedLate
      self.velocity = velocity
    }
  }

  /// Whether the previous packet ended no note.
  package var areOffsSkippable = true
  /// The notes that are on, the oldest change first.
  package var logs: [Log] = []
  /// The notes that have ended.
  package var offs = NoteSet()

  /// Creates a chapter without notes.
  package init() {}

  /// Whether the previous packet contained none of it.
  package var isSkippable: Bool { areOffsSkippable && logs.allSatisfy(\.isSkippable) }
}

/// A set of notes.
package struct NoteSet: Equatable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates an empty set.
  package init() {}

  /// Whether it is empty.
  package var isEmpty: Bool { low | high == 0 }

  /// Whether a note, 0 to 127, is in it.
  package subscript(note: UInt8) -> Bool {
    get { (note < 64 ? low : high) >> UInt64(note & 63) & 1 != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(note & 63)
      switch (note < 64, newValue) {
      case (true, true): low |= bit
      case (true, false): low &= ~bit
      case (false, true): high |= bit
      case (false, false): high &= ~bit
      }
    }
  }

  /// The eight notes from `8 * index`, the lowest in the highest bit.
  fileprivate subscript(octet index: Int) -> UInt8 {
    get {
      var octet: UInt8 = 0
      for bit in 0..<8 where self[UInt8(8 * index + bit)] { octet |= 0x80 >> UInt8(bit) }
      return octet
    }
    set {
      for bit in 0..<8 { self[UInt8(8 * index + bit)] = newValue & 0x80 >> UInt8(bit) != 0 }
    }
  }
}

extension NoteChapter {
  init(_ reader: inout DatagramReader) throws(PacketError) {
    let (first, range) = try (reader.byte(), reader.byte())
    areOffsSkippable = first.flag
    let (lowest, highest) = (Int(range >> 4), Int(range & 0xF))
    // 127 logs together with an invalid range stand for 128 logs.
    let count = first.low7 == 127 && lowest == 15 && highest == 0 ? 128 : Int(first.low7)
    for _ in 0..<count {
      let (note, velocity) = try (reader.byte(), reader.byte())
      logs.append(
        Log(
          isSkippable: note.flag, note: note.low7, isPlayedLate: velocity.flag,
          velocity: velocity.low7))
    }
    guard lowest <= highest else { return }
    for octet in lowest...highest { offs[octet: octet] = try reader.byte() }
  }

  func write(to bytes: inout [UInt8]) {
    precondition(logs.count <= 128, "a chapter has more than 128 notes")
    let octets = (0..<16).filter { offs[octet: $0] != 0 }
    // An empty range is written as 15 and 1, or as 15 and 0 after 128 logs.
    let low = octets.first ?? 15
    let high = octets.last ?? (logs.count == 128 ? 0 : 1)
    bytes.append(areOffsSkippable, UInt8(min(logs.count, 127)))
    bytes.append(UInt8(low << 4 | high))
    for log in logs {
      bytes.append(log.isSkippable, log.note)
      bytes.append(log.isPlayedLate, log.velocity)
    }
    if low <= high { for octet in low...high { bytes.append(offs[octet: octet]) } }
  }
}
