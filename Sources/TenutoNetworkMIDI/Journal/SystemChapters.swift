/// Chapter D: reset, tune request and song select (RFC 6295, B.1).
///
/// ```
/// |S|B|G|H|J|K|Y|Z|  reset  | tune | song | undefined commands …
/// ```
package struct SimpleSystemChapter: Equatable, Sendable {
  /// Number of System Reset messages sent, modulo 128.
  package var reset: CountedLog?
  /// Number of Tune Request messages sent, modulo 128.
  package var tuneRequest: CountedLog?
  /// The last Song Select.
  package var song: CountedLog?

  /// Creates a chapter without logs.
  package init() {}

  /// Whether it is empty.
  package var isEmpty: Bool { reset == nil && tuneRequest == nil && song == nil }

  /// Whether the previous packet contained none of it.
  package var isSkippable: Bool {
    (reset?.isSkippable ?? true) && (tuneRequest?.isSkippable ?? true)
      && (song?.isSkippable ?? true)
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.byte()
    if header & 0x40 != 0 { reset = try CountedLog(&reader) }
    if header & 0x20 != 0 { tuneRequest = try CountedLog(&reader) }
    if header & 0x10 != 0 { song = try CountedLog(&reader) }
    // The undefined commands F4, F5, F9 and FD are skipped: no device plays them.
    for bit: UInt8 in [0x08, 0x04] where header & bit != 0 {
      let length = Int(try reader.uint16() & 0x3FF)
      guard length >= 2 else { throw .badValue }
      _ = try reader.take(length - 2)
    }
    for bit: UInt8 in [0x02, 0x01] where header & bit != 0 {
      let length = Int(try reader.byte() & 0x1F)
      guard length >= 1 else { throw .badValue }
      _ = try reader.take(length - 1)
    }
  }

  func write(to bytes: inout [UInt8]) {
    let header: UInt8 =
      (isSkippable ? 0x80 : 0) | (reset == nil ? 0 : 0x40) | (tuneRequest == nil ? 0 : 0x20)
      | (song == nil ? 0 : 0x10)
    bytes.append(header)
    reset?.write(to: &bytes)
    tuneRequest?.write(to: &bytes)
    song?.write(to: &bytes)
  }
}

/// Chapter Q: the state and position of the sequencer (RFC 6295, B.3).
///
/// ```
/// |S|N|D|C|T| TOP |     CLOCK, if C   |     TIMETOOLS, if T      |
/// ```
package struct SequencerChapter: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// Whether the last command was Start or Continue.
  package var isRunning: Bool
  /// Whether a clock has followed.
  package var hasDownbeat: Bool
  /// The position in clocks, 24 per quarter note, below 2^19.
  package var position: UInt32

  /// Creates a chapter.
  package init(isSkippable: Bool, isRunning: Bool, hasDownbeat: Bool, position: UInt32) {
    self.isSkippable = isSkippable
    self.isRunning = isRunning
    self.hasDownbeat = hasDownbeat
    self.position = position & 0x7_FFFF
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.byte()
    isSkippable = header.flag
    isRunning = header & 0x40 != 0
    hasDownbeat = header & 0x20 != 0
    position = header & 0x10 == 0 ? 0 : UInt32(header & 7) << 16 | UInt32(try reader.uint16())
    if header & 0x08 != 0 { _ = try reader.take(3) }
  }

  func write(to bytes: inout [UInt8]) {
    let header: UInt8 =
      (isSkippable ? 0x80 : 0) | (isRunning ? 0x40 : 0) | (hasDownbeat ? 0x20 : 0)
      | (position == 0 ? 0 : 0x10 | UInt8(position >> 16))
    bytes.append(header)
    if position != 0 { bytes.append(bigEndian: UInt16(truncatingIfNeeded: position)) }
  }
}

/// Chapter F: MIDI Time Code (RFC 6295, B.4).
///
/// ```
/// |S|C|P|Q|D|POINT|  COMPLETE, if C (4 bytes)  |  PARTIAL, if P (4 bytes)  |
/// ```
package struct TimeCodeChapter: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// The last complete time: eight nibbles of quarter frames, or hours, minutes, seconds and frames
  /// of a full frame message.
  package var complete: UInt32?
  /// Whether the complete time comes from quarter frames.
  package var isOfQuarterFrames = false
  /// Whether time runs backwards.
  package var isReverse = false
  /// The last nibble received, 0 to 7.
  package var point: UInt8 = 0
  /// The nibbles of the time in progress, the first one in the highest bits.
  package var partial: UInt32?

  /// Creates a chapter without a time.
  package init(isSkippable: Bool) { self.isSkippable = isSkippable }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.byte()
    isSkippable = header.flag
    isOfQuarterFrames = header & 0x10 != 0
    isReverse = header & 0x08 != 0
    point = header & 0x07
    if header & 0x40 != 0 { complete = try reader.uint32() }
    if header & 0x20 != 0 { partial = try reader.uint32() }
  }

  func write(to bytes: inout [UInt8]) {
    let header: UInt8 =
      (isSkippable ? 0x80 : 0) | (complete == nil ? 0 : 0x40) | (partial == nil ? 0 : 0x20)
      | (isOfQuarterFrames ? 0x10 : 0) | (isReverse ? 0x08 : 0) | point & 7
    bytes.append(header)
    if let complete { bytes.append(bigEndian: complete) }
    if let partial { bytes.append(bigEndian: partial) }
  }
}
