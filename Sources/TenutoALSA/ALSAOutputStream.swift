internal import TenutoMIDI

/// A message of MIDI 1.0, or a part of a System Exclusive message, with its time.
struct ALSAPiece: Equatable {
  var bytes: [UInt8]
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  var nanoseconds: UInt64
  /// The packet that it comes from, for the notes that it starts and ends; nil for System Exclusive.
  var packet: UMP?

  /// Whether a System Exclusive message goes on behind it.
  var isUnfinished: Bool { packet == nil && bytes.last != 0xF7 }
}

/// Packets as messages of MIDI 1.0 with their times.
struct ALSAOutputStream {
  private var writer = MIDI1Writer()
  private let translator = MIDI2ToMIDI1Translator()
  private var pace = SysExPace()
  /// The bytes of a System Exclusive message that are not a piece yet.
  private var open: [UInt8] = []
  /// Whether a piece of that message was returned.
  private var isInSysEx = false
  /// The time of the last piece, before which none may follow.
  private var last: UInt64 = 0

  /// Bytes of a piece: what ALSA's own drivers send at once.
  static var pieceSize: Int { 256 }

  /// Takes a packet of either protocol.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - time: Its time in nanoseconds; messages keep their order, whatever their times are.
  /// - Returns: The pieces that it completes.
  mutating func take(_ packet: UMP, at time: UInt64) -> [ALSAPiece] {
    let batch = translator.translate(packet)
    var pieces: [ALSAPiece] = []
    for number in 0..<batch.count {
      let bytes = writer.write(batch[number]).array
      guard let first = bytes.first else { continue }
      if batch[number].messageType == 0x3 {
        pieces += takeSysEx(bytes, at: time)
      } else if first >= 0xF8 {
        // Realtime may stand within a message, and waits for none.
        pieces.append(ALSAPiece(bytes: bytes, nanoseconds: time, packet: batch[number]))
      } else {
        pieces += endSysEx(at: time)
        pieces.append(piece(bytes, at: time, batch[number]))
      }
    }
    return pieces
  }

  /// Forgets what was begun, after what waits was dropped.
  mutating func reset() { self = ALSAOutputStream() }

  private mutating func takeSysEx(_ bytes: [UInt8], at time: UInt64) -> [ALSAPiece] {
    var pieces = bytes[0] == 0xF0 ? endSysEx(at: time) : []
    open += bytes
    let isLast = bytes.last == 0xF7
    while open.count >= Self.pieceSize || isLast && !open.isEmpty {
      let part = Array(open.prefix(Self.pieceSize))
      open.removeFirst(part.count)
      isInSysEx = !(isLast && open.isEmpty)
      pieces.append(piece(part, at: pace.time(ofBytes: part.count, at: time), nil))
    }
    return pieces
  }

  /// Ends a message that was cut after its first piece, since a receiver waits for its end.
  private mutating func endSysEx(at time: UInt64) -> [ALSAPiece] {
    defer { (open, isInSysEx) = ([], false) }
    return isInSysEx ? [piece([0xF7], at: time, nil)] : []
  }

  private mutating func piece(_ bytes: [UInt8], at time: UInt64, _ packet: UMP?) -> ALSAPiece {
    last = max(last, time)
    return ALSAPiece(bytes: bytes, nanoseconds: last, packet: packet)
  }
}

/// The pace of long System Exclusive messages, so that a device behind a MIDI cable can follow.
///
/// The kernel's driver of a port keeps 4096 bytes, and drops what comes while they are full; a cable
/// carries 3125 bytes a second. Half of the buffer is used at once, and then as much as leaves.
struct SysExPace {
  /// Nanoseconds of a byte on a MIDI cable: ten bits at 31 250 a second.
  static var nanosecondsPerByte: UInt64 { 320_000 }
  /// Bytes that may leave at once.
  static var burst: UInt64 { 2048 }

  /// When everything so far has left the cable.
  private var end: UInt64 = 0

  /// Returns when the next bytes may be sent, if they are ready at `time`.
  mutating func time(ofBytes count: Int, at time: UInt64) -> UInt64 {
    end = max(end, time) + UInt64(count) * Self.nanosecondsPerByte
    return max(time, end - min(end, Self.burst * Self.nanosecondsPerByte))
  }
}
