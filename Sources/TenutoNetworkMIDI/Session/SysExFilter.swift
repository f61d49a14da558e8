internal import TenutoMIDI

/// The maximum length of System Exclusive messages that pass between a session and a peer.
package enum SysExLimit: Sendable, Equatable {
  /// No message passes.
  case none
  /// Messages of up to 64 KiB pass.
  case limited
  /// All messages pass.
  case unlimited

  var byteCount: Int {
    switch self {
    case .none: 0
    case .limited: 1 << 16
    case .unlimited: .max
    }
  }
}

/// The System Exclusive messages that pass between a session and a peer, in each direction.
package struct SysExPermission: Sendable, Equatable {
  /// For messages that the peer sends.
  package var received: SysExLimit
  /// For messages that are sent to the peer.
  package var sent: SysExLimit

  /// Creates a permission.
  package init(received: SysExLimit, sent: SysExLimit) {
    (self.received, self.sent) = (received, sent)
  }

  /// Creates the permission of a host without its own setting.
  init(isAllowed: Bool) {
    self.init(received: isAllowed ? .limited : .none, sent: isAllowed ? .limited : .none)
  }
}

/// Stops System Exclusive messages of one direction that are not permitted, or longer than permitted.
struct SysExFilter: Sendable {
  enum Verdict { case pass, drop, cancel }

  /// The number of messages that were stopped.
  private(set) var refused: UInt64 = 0

  /// The bytes of messages that have begun, by the stream that carries them.
  private var open: [UInt16: Int] = [:]

  /// Checks a part of a message.
  ///
  /// - Returns: `.cancel` if the message has been passed in part and is now too long.
  mutating func judge(
    stream: UInt16 = 0, isFirst: Bool, isLast: Bool, byteCount: Int, limit: SysExLimit
  ) -> Verdict {
    if isFirst { open[stream] = 0 }
    guard let before = open[stream] else { return .drop }
    guard limit != .none, before + byteCount <= limit.byteCount else {
      open[stream] = nil
      refused += 1
      return isFirst ? .drop : .cancel
    }
    open[stream] = isLast ? nil : before + byteCount
    return .pass
  }

  /// Returns the segment if it passes, a cancelling segment for a message that is too long, or nil.
  mutating func filter(_ segment: SysExSegment, limit: SysExLimit) -> SysExSegment? {
    let verdict = judge(
      isFirst: segment.isFirst, isLast: segment.ending != .open, byteCount: segment.data.count,
      limit: limit)
    switch verdict {
    case .pass: return segment
    case .drop: return nil
    case .cancel: return SysExSegment(isFirst: false, ending: .cancelled, data: [])
    }
  }

  /// Returns whether a packet passes: all but System Exclusive and Mixed Data Sets do.
  ///
  /// A Universal MIDI Packet cannot cancel a message, so a message that is too long has no end.
  mutating func passes(_ ump: UMP, limit: SysExLimit) -> Bool {
    let (status, group) = (UInt8(ump.word0 >> 20 & 0xF), UInt16(ump.word0 >> 24 & 0xF))
    var stream = group << 9
    var isFirst = status < 2
    switch (ump.messageType, status) {
    case (0x3, _): stream |= 0x8000
    case (0x5, 8...):
      // The id of a Mixed Data Set, whose header has the number of its chunk.
      stream |= 0x100 | UInt16(ump.word0 >> 16 & 0xF)
      isFirst = status == 8 && ump.word1 & 0xFFFF == 1
    case (0x5, _): stream |= UInt16(ump.word0 >> 8 & 0xFF)
    default: return true
    }
    let byteCount = status < 8 ? Int(ump.word0 >> 16 & 0xF) : 14
    let isLast = status == 0 || status == 3
    let verdict = judge(
      stream: stream, isFirst: isFirst, isLast: isLast, byteCount: byteCount, limit: limit)
    return verdict == .pass
  }
}
