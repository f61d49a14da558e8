/// A run of complete channel messages in a byte stream.
///
/// Almost every byte of a stream belongs to a complete note, controller, pressure or bend. Mixed
/// messages are unpredictable, and a mispredicted branch costs as much as two messages: so
/// the run finds and converts them without branches. It ends at any other byte, which
/// the parser takes.
struct MIDI1Run: BitwiseCopyable {
  /// The running status, 0 if none.
  private(set) var status: UInt32

  /// The progress of the run.
  private(set) var progress: StreamProgress

  @_noLocks
  init(status: UInt8, progress: StreamProgress) {
    self.status = UInt32(status)
    self.progress = progress
  }

  /// Converts messages while they are complete, to packets of message type 2.
  @_noLocks
  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>,
    group: UInt8
  ) {
    guard let source = unsafe UnsafeRawPointer(bytes.baseAddress) else { return }
    let head = 0x2000_0000 | UInt32(group & 0xF) << 24
    // Locals: otherwise the compiler assumes that a packet may overwrite this value.
    var status = self.status
    var byte = progress.consumed
    var packet = progress.written
    while byte <= bytes.count - 4 && packet < packets.count {
      let message = unsafe MIDI1RunMessage(source + byte, running: status)
      if message.flaws | (message.status >> 4 == 0xF ? 1 : 0) != 0 { break }
      unsafe packets[packet] = UMP(head | message.word)
      status = message.status
      byte &+= message.byteCount
      packet &+= 1
    }
    self.status = status
    progress = StreamProgress(consumed: byte, written: packet)
  }

  /// Converts one message if it is complete, to a packet of message type 2.
  @_noLocks
  mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, group: UInt8) -> UMP? {
    guard progress.consumed <= bytes.count - 4,
      let source = unsafe UnsafeRawPointer(bytes.baseAddress)
    else { return nil }
    let message = unsafe MIDI1RunMessage(source + progress.consumed, running: status)
    guard message.flaws == 0 && message.status >> 4 != 0xF else { return nil }
    status = message.status
    progress.consumed += message.byteCount
    return UMP(0x2000_0000 | UInt32(group & 0xF) << 24 | message.word)
  }

  /// Converts messages while they are complete, to MIDI 2.0 voice messages.
  ///
  /// Messages on `held` channels, one bit each, need the parser and end the run.
  @_noLocks
  mutating func translate(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>,
    group: UInt8, held: UInt16, tables: UnsafePointer<UInt64>
  ) {
    // Channels are rarely held: a separate loop avoids the test.
    if held == 0 {
      unsafe translateAll(bytes, into: packets, group: group, held: 0, tables: tables)
    } else {
      unsafe translateAll(bytes, into: packets, group: group, held: held, tables: tables)
    }
  }

  @inline(__always)
  @_noLocks
  private mutating func translateAll(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>,
    group: UInt8, held: UInt16, tables: UnsafePointer<UInt64>
  ) {
    guard let source = unsafe UnsafeRawPointer(bytes.baseAddress) else { return }
    let head = 0x4000_0000 | UInt32(group & 0xF) << 24
    var status = self.status
    var byte = progress.consumed
    var packet = progress.written
    while byte <= bytes.count - 4 && packet < packets.count {
      let message = unsafe MIDI1RunMessage(source + byte, running: status)
      let first = unsafe tables[message.row | Int(message.data1 & 0x7F)]
      let second = unsafe tables[
        MIDI1RunTables.secondOffset + (message.row | Int(message.data2 & 0x7F))]
      let isHeld = UInt32(held) &>> (message.status & 0xF) & 1
      let isMarked = UInt32(truncatingIfNeeded: first & MIDI1RunTables.mark)
      if message.flaws | isHeld | isMarked != 0 { break }
      let words = MIDI1RunTables.packet(head | message.status &<< 16, first, second)
      unsafe packets[packet] = UMP(
        UInt32(truncatingIfNeeded: words), UInt32(truncatingIfNeeded: words >> 32))
      status = message.status
      byte &+= message.byteCount
      packet &+= 1
    }
    self.status = status
    progress = StreamProgress(consumed: byte, written: packet)
  }
}
