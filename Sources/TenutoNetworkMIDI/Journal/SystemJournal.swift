/// The journal of system messages (RFC 6295, section 5 and appendix B).
///
/// ```
/// |S|D|V|Q|F|X|      LENGTH       |  chapters …
/// ```
package struct SystemJournal: Equatable, Sendable {
  /// The longest system journal, in bytes: its length has 10 bits.
  package static let maximumBytes = 1023

  /// Chapter D.
  package var simple: SimpleSystemChapter?
  /// Chapter V: number of active sensing messages sent, modulo 128.
  package var activeSensing: CountedLog?
  /// Chapter Q.
  package var sequencer: SequencerChapter?
  /// Chapter F.
  package var timeCode: TimeCodeChapter?
  /// Chapter X: the oldest first.
  package var sysEx: [SysExLog] = []

  /// Creates a journal without changes.
  package init() {}

  /// Whether it is empty.
  package var isEmpty: Bool {
    simple == nil && activeSensing == nil && sequencer == nil && timeCode == nil && sysEx.isEmpty
  }

  /// Whether the previous packet changed nothing in it.
  package var isSkippable: Bool {
    (simple?.isSkippable ?? true) && (activeSensing?.isSkippable ?? true)
      && (sequencer?.isSkippable ?? true) && (timeCode?.isSkippable ?? true)
      && sysEx.allSatisfy(\.isSkippable)
  }
}

/// A seven-bit number with an S bit.
package struct CountedLog: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// The count modulo 128, or a value.
  package var value: UInt8

  /// Creates a log.
  package init(isSkippable: Bool, value: UInt8) {
    self.isSkippable = isSkippable
    self.value = value & 0x7F
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let byte = try reader.byte()
    self.init(isSkippable: byte.flag, value: byte.low7)
  }

  func write(to bytes: inout [UInt8]) { bytes.append(isSkippable, value) }
}

extension SystemJournal {
  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.uint16()
    let length = Int(header & 0x3FF)
    guard length >= 2 else { throw .badValue }
    var part = try reader.part(length - 2)
    if header & 0x4000 != 0 { simple = try SimpleSystemChapter(&part) }
    if header & 0x2000 != 0 { activeSensing = try CountedLog(&part) }
    if header & 0x1000 != 0 { sequencer = try SequencerChapter(&part) }
    if header & 0x0800 != 0 { timeCode = try TimeCodeChapter(&part) }
    guard header & 0x0400 != 0 else { return }
    while !part.isAtEnd { sysEx.append(try SysExLog(&part)) }
  }

  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += [0, 0]
    simple?.write(to: &bytes)
    activeSensing?.write(to: &bytes)
    sequencer?.write(to: &bytes)
    timeCode?.write(to: &bytes)
    for log in sysEx { log.write(to: &bytes) }
    let length = bytes.count - start
    precondition(length <= Self.maximumBytes, "a system journal is longer than 1023 bytes")
    var header = UInt16(length)
    if isSkippable { header |= 0x8000 }
    if simple != nil { header |= 0x4000 }
    if activeSensing != nil { header |= 0x2000 }
    if sequencer != nil { header |= 0x1000 }
    if timeCode != nil { header |= 0x0800 }
    if !sysEx.isEmpty { header |= 0x0400 }
    bytes[start] = UInt8(header >> 8)
    bytes[start + 1] = UInt8(truncatingIfNeeded: header)
  }
}
