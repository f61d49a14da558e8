/// Turns a MIDI 1.0 byte stream into MIDI 2.0 packets: combines `MIDI1Parser` and
/// `MIDI1ToMIDI2Translator`.
///
/// The packets equal those of the two in sequence, however the stream is split into buffers;
/// complete notes, controllers, pressures and bends take a fast path.
@safe
public struct MIDI1StreamTranslator: BitwiseCopyable, Sendable {
  private var parser: MIDI1Parser
  private var translator: MIDI1ToMIDI2Translator
  // A global is behind a lock; a pointer to it is not, so the render thread may follow it.
  private nonisolated(unsafe) let tables = unsafe MIDI1RunTables.shared  // constant

  /// Creates a translator at the start of a stream.
  ///
  /// Thread: control, since the first one makes the tables for all.
  public init(group: UInt8 = 0) {
    parser = MIDI1Parser(group: group & 0xF)
    translator = MIDI1ToMIDI2Translator(group: group)
  }

  /// The group of the output packets, 0 to 15.
  public var group: UInt8 {
    @_noLocks get { parser.group }
  }

  /// The channels on which one half of a data entry waits for the other, a bit each.
  public var waitingChannels: UInt16 {
    @_noLocks get { translator.waitingChannels }
  }

  /// Consumes bytes until they end or fewer than two packets are free.
  ///
  /// Thread: any. A byte completes up to two packets: room for two more than the bytes is always
  /// enough.
  @_noLocks
  public mutating func translate(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>
  ) -> StreamProgress {
    var progress = StreamProgress(consumed: 0, written: 0)
    while progress.consumed < bytes.count && progress.written + 2 <= packets.count {
      if parser.isBetweenMessages {
        progress = unsafe takeRun(bytes, into: packets, from: progress)
      } else {
        progress = unsafe takeByte(bytes, into: packets, from: progress)
      }
    }
    return progress
  }

  /// Takes one byte, and returns the packets that it completes, at most two.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func translate(_ byte: UInt8) -> UMPBatch {
    guard parser.isVoiceData(byte) else {
      return parser.takeVoiceStatus(byte) ? UMPBatch() : translateOther(byte)
    }
    let message = parser.takeVoiceData(byte)
    if message == 0 { return UMPBatch() }
    let row = Int(truncatingIfNeeded: message >> 13 & 0x380)
    let first = unsafe tables[row | Int(truncatingIfNeeded: message >> 8 & 0x7F)]
    let second = unsafe tables[
      MIDI1RunTables.secondOffset + (row | Int(truncatingIfNeeded: message & 0x7F))]
    let isHeld = UInt32(translator.waitingChannels) &>> (message >> 16 & 0xF) & 1
    let head = UInt32(parser.group & 0xF) << 24
    guard isHeld | UInt32(truncatingIfNeeded: first & MIDI1RunTables.mark) == 0 else {
      return translateAlone(UMP(0x2000_0000 | head | message))
    }
    let words = MIDI1RunTables.packet(0x4000_0000 | head | message & 0xFF_0000, first, second)
    return UMPBatch(
      UMP(UInt32(truncatingIfNeeded: words), UInt32(truncatingIfNeeded: words >> 32)))
  }

  /// Translates a message with a further effect.
  @inline(never)
  @_noLocks
  private mutating func translateAlone(_ packet: UMP) -> UMPBatch {
    translator.translate(packet)
  }

  @inline(never)
  @_noLocks
  private mutating func translateOther(_ byte: UInt8) -> UMPBatch {
    guard let packet = parser.parseOther(byte) else { return UMPBatch() }
    return UMPBatch(packet)
  }

  /// Returns the controller of a data entry that waits for its other half, for use after a time
  /// limit.
  ///
  /// Thread: any. Only the low four bits of `channel` count.
  @_noLocks
  public mutating func flush(channel: UInt8) -> UMP? {
    translator.flush(channel: channel)
  }

  /// Discards all state, as after a lost connection.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func reset() {
    parser.reset()
    translator = MIDI1ToMIDI2Translator(group: parser.group)
  }
}

extension MIDI1StreamTranslator {
  /// Consumes complete messages as long as possible, and then one other message or byte.
  @_noLocks
  private mutating func takeRun(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>,
    from progress: StreamProgress
  ) -> StreamProgress {
    var run = MIDI1Run(status: parser.status, progress: progress)
    unsafe run.translate(
      bytes, into: packets, group: parser.group, held: translator.waitingChannels, tables: tables)
    parser.status = UInt8(truncatingIfNeeded: run.status)
    guard run.progress.consumed < bytes.count && run.progress.written + 2 <= packets.count else {
      return run.progress
    }
    guard let packet = unsafe run.next(bytes, group: parser.group) else {
      return unsafe takeByte(bytes, into: packets, from: run.progress)
    }
    parser.status = UInt8(truncatingIfNeeded: run.status)
    return unsafe write(packet, to: packets, run.progress)
  }

  @_noLocks
  private mutating func takeByte(
    _ bytes: UnsafeBufferPointer<UInt8>, into packets: UnsafeMutableBufferPointer<UMP>,
    from progress: StreamProgress
  ) -> StreamProgress {
    var progress = progress
    let packet = unsafe parser.parse(bytes[progress.consumed])
    progress.consumed += 1
    guard let packet else { return progress }
    return unsafe write(packet, to: packets, progress)
  }

  /// Writes the translation of a packet; there must be room for two.
  @_noLocks
  private mutating func write(
    _ packet: UMP, to packets: UnsafeMutableBufferPointer<UMP>, _ progress: StreamProgress
  ) -> StreamProgress {
    var progress = progress
    guard packet.messageType == 0x2 else {
      unsafe packets[progress.written] = packet
      progress.written += 1
      return progress
    }
    let batch = translator.translate(packet)
    var index = 0
    while index < batch.count {
      unsafe packets[progress.written] = batch[index]
      progress.written += 1
      index += 1
    }
    return progress
  }
}

extension MIDI1StreamTranslator {
  /// Consumes bytes until they end or fewer than two packets are free, and returns their number.
  ///
  /// Thread: any.
  public mutating func translate(
    _ bytes: Span<UInt8>, into packets: inout OutputSpan<UMP>
  ) -> Int {
    unsafe packets.append(from: bytes) { bytes, packets in
      unsafe translate(bytes, into: packets)
    }
  }
}
