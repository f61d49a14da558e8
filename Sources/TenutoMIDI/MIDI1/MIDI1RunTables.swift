/// The contribution of each data byte of a MIDI 1.0 channel message to a MIDI 2.0 packet.
///
/// A row of 128 for each opcode from 8 to 15; low halves are the first word of the packet, high
/// halves the second one. `packet(_:_:_:)` joins the two.
enum MIDI1RunTables {
  /// The rows of the first data byte; those of the second one start `secondOffset` later.
  ///
  /// Allocated once and never freed: the first use is for control threads, as in an initializer.
  nonisolated(unsafe) static let shared: UnsafePointer<UInt64> = {  // written once, here
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

  /// The offset from the rows of the first data byte to those of the second one.
  static var secondOffset: Int {
    @_noLocks get { 1024 }
  }

  /// The bit that marks entries of the first data byte that a run does not convert.
  ///
  /// It is clear in every MIDI 2.0 channel voice message translated from MIDI 1.0.
  static var mark: UInt64 {
    @_noLocks get { 1 }
  }

  /// The position of a bend's repeated first data byte, if the bend is above the centre.
  private static var tail: UInt64 {
    @_noLocks get { 0xFE0 << 32 }
  }

  /// Returns both words of a packet, the first one lower.
  ///
  /// Bits outside the tail are the union of both bytes' bits. Bits inside come from the second
  /// byte; if that has only ones, they are the complement of the first byte's bits.
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
    // A note on of velocity 0 also changes the status.
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

  /// Whether MIDI 2.0 has no controller with this number, or the message has a further effect.
  private static func isCompound(controller: UInt8) -> Bool {
    switch controller {
    case 0, 6, 32, 38, 98, 99, 100, 101, 121: true
    default: false
    }
  }
}
