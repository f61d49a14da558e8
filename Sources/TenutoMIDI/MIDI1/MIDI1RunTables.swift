/// What the two data bytes of a MIDI 1.0 channel message become in a MIDI 2.0 packet, each by
/// itself.
///
/// A row of 128 for each opcode from 8 to 15; low halves are the first word of the packet, high
/// halves the second one. `packet(_:_:_:)` joins the two.
enum MIDI1RunTables {
  /// The rows of the first data byte; those of the second one are `secondOffset` behind.
  ///
  /// Made once and never freed: the first use is for control threads, as an initializer's.
  nonisolated(unsafe) static let shared: UnsafePointer<UInt64> = {
    let tables = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * secondOffset)
    for opcode in 0..<8 {
      for value in 0..<128 {
        let index = opcode << 7 | value
        unsafe tables[index] = first(opcode: UInt8(8 + opcode), UInt8(value))
        unsafe tables[secondOffset + index] = second(opcode: UInt8(8 + opcode), UInt8(value))
      }
    }
    return unsafe UnsafePointer(tables)
  }()

  /// How far the rows of the second data byte are behind those of the first one.
  static var secondOffset: Int {
    @_noLocks get { 1024 }
  }

  /// The bit by which a row of the first data byte marks what a run does not take.
  ///
  /// No channel voice message of MIDI 2.0 that comes of one of MIDI 1.0 has it set.
  static var mark: UInt64 {
    @_noLocks get { 1 }
  }

  /// Where a bend has the first data byte a second time, if it is above the centre.
  private static var tail: UInt64 {
    @_noLocks get { 0xFE0 << 32 }
  }

  /// Returns both words of a packet, the first one lower.
  ///
  /// Bits outside the tail are what either byte says. Those inside are what the second byte says,
  /// or where that has ones and so leaves it to the first byte, the complement of what that says.
  @inline(__always)
  @_noLocks
  static func packet(_ head: UInt32, _ first: UInt64, _ second: UInt64) -> UInt64 {
    UInt64(head) ^ second ^ (first & (second | ~tail))
  }

  private static func first(opcode: UInt8, _ value: UInt8) -> UInt64 {
    let value = UInt64(value)
    switch opcode {
    case 0xB where isCompound(controller: UInt8(value)): return mark
    case 0xC, 0xF: return mark
    case 0xD: return UInt64(MIDIScaling.up7To32(UInt8(value))) << 32 ^ tail
    case 0xE: return value << (32 + 18) | (~value & 0x7F) << (32 + 5)
    default: return value << 8
    }
  }

  private static func second(opcode: UInt8, _ value: UInt8) -> UInt64 {
    switch opcode {
    // A note on of velocity 0: the status changes too.
    case 0x9 where value == 0: return 0x8000_0000 << 32 | 0x0010_0000
    case 0x8, 0x9: return UInt64(MIDIScaling.up7To16(value)) << 48
    case 0xA, 0xB: return UInt64(MIDIScaling.up7To32(value)) << 32
    case 0xD: return tail
    case 0xE:
      let bend = UInt64(MIDIScaling.up14To32(UInt16(value) << 7)) << 32
      return value < 64 ? bend : bend | tail
    default: return 0
    }
  }

  /// Whether MIDI 2.0 has no controller of this number, or more happens than a control change.
  private static func isCompound(controller: UInt8) -> Bool {
    switch controller {
    case 0, 6, 32, 38, 98, 99, 100, 101, 121: true
    default: false
    }
  }
}
