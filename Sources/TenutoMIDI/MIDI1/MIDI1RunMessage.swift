/// What stands at one place of a byte stream, read as a channel message without a branch.
struct MIDI1RunMessage {
  /// The status, of its own or the running one.
  let status: UInt32

  /// The first data byte, and higher bits without meaning.
  let data1: UInt32

  /// The second data byte, and higher bits without meaning; what follows if there is none.
  let data2: UInt32

  /// 1 where the message has one data byte, otherwise 0.
  private let isShort: UInt32

  private let hasStatus: UInt32

  /// Reads four bytes at `place`.
  @inline(__always)
  @_noLocks
  init(_ place: UnsafeRawPointer, running: UInt32) {
    let word = unsafe UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    hasStatus = word >> 7 & 1
    status = hasStatus != 0 ? word & 0xFF : running
    data1 = word &>> (hasStatus &<< 3)
    data2 = data1 >> 8
    isShort = status & 0xE0 == 0xC0 ? 1 : 0
  }

  /// Not 0 where a status or data is missing; system statuses are left to the caller.
  var flaws: UInt32 {
    @inline(__always) @_noLocks get {
      (data1 | data2 & (isShort &- 1) | ~status) & 0x80
    }
  }

  /// How many bytes the message has.
  var byteCount: Int {
    @inline(__always) @_noLocks get { Int(truncatingIfNeeded: 2 &+ hasStatus &- isShort) }
  }

  /// Where the row of 128 of the opcode begins in a table, 8 being the first opcode.
  var row: Int {
    @inline(__always) @_noLocks get { Int(truncatingIfNeeded: (status & 0x70) &<< 3) }
  }

  /// The message as it stands in a packet of type 2.
  var word: UInt32 {
    @inline(__always) @_noLocks get {
      status &<< 16 | (data1 & 0x7F) &<< 8 | data2 & 0x7F & (isShort &- 1)
    }
  }
}
