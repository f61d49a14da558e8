/// The bytes at one position of a stream, read as a channel message without a branch.
struct MIDI1RunMessage {
  /// The status, explicit or running.
  let status: UInt32

  /// The first data byte; higher bits are undefined.
  let data1: UInt32

  /// The second data byte, or the following byte if none exists; higher bits are undefined.
  let data2: UInt32

  /// 1 if the message has one data byte, otherwise 0.
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

  /// Not 0 if a status or data is missing; the caller checks system statuses.
  var flaws: UInt32 {
    @inline(__always) @_noLocks get {
      (data1 | data2 & (isShort &- 1) | ~status) & 0x80
    }
  }

  /// The number of bytes of the message.
  var byteCount: Int {
    @inline(__always) @_noLocks get { Int(truncatingIfNeeded: 2 &+ hasStatus &- isShort) }
  }

  /// The start of the opcode's row of 128 in a table, 8 being the first opcode.
  var row: Int {
    @inline(__always) @_noLocks get { Int(truncatingIfNeeded: (status & 0x70) &<< 3) }
  }

  /// The message in the format of a packet of type 2.
  var word: UInt32 {
    @inline(__always) @_noLocks get {
      status &<< 16 | (data1 & 0x7F) &<< 8 | data2 & 0x7F & (isShort &- 1)
    }
  }
}
