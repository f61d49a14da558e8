internal import TenutoMIDI

/// What waits at an own output, and what its receivers hold.
///
/// The kernel gets a piece shortly before its time, which it keeps more exactly than a thread can; what
/// is further ahead can still be dropped.
struct ALSAOutputQueue: ~Copyable {
  /// Nanoseconds before its time at which the kernel gets a piece.
  static var horizon: UInt64 { 50_000_000 }
  /// The most pieces that wait.
  static var capacity: Int { 1 << 16 }

  private var stream = ALSAOutputStream()
  /// In the order of their times.
  private var waiting: [ALSAPiece] = []
  private var tracker = NoteTracker()
  /// Whether the last piece that was sent leaves a System Exclusive message open.
  private var isInSysEx = false
  /// The time of the last piece that was sent.
  private(set) var last: UInt64 = 0

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// When the next piece can be sent, in nanoseconds; nil if nothing waits.
  var due: UInt64? { waiting.first.map { $0.nanoseconds - min($0.nanoseconds, Self.horizon) } }

  /// Adds a packet of either protocol.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - time: Its time; 0 for now.
  ///   - now: The present time.
  /// - Returns: False if there is no room.
  mutating func add(_ packet: UMP, at time: UInt64, now: UInt64) -> Bool {
    guard waiting.count < Self.capacity else { return false }
    for piece in stream.take(packet, at: max(time, now)) { insert(piece) }
    return true
  }

  private mutating func insert(_ piece: ALSAPiece) {
    var index = waiting.count
    while index > 0, waiting[index - 1].nanoseconds > piece.nanoseconds { index -= 1 }
    waiting.insert(piece, at: index)
  }

  /// Passes the pieces that are due to `send`, until it returns false because there is no room.
  mutating func send(at now: UInt64, _ send: (ALSAPiece) -> Bool) {
    var count = 0
    for piece in waiting {
      guard piece.nanoseconds <= now + Self.horizon, send(piece) else { break }
      count += 1
      note(piece)
    }
    waiting.removeFirst(count)
  }

  private mutating func note(_ piece: ALSAPiece) {
    last = max(last, piece.nanoseconds)
    if let packet = piece.packet {
      tracker.take(packet)
      // Realtime leaves an open message open.
      if piece.bytes[0] < 0xF8 { isInSysEx = false }
    } else {
      isInSysEx = piece.isUnfinished
    }
  }

  /// Drops what waits, and ends what receivers hold, after all that was sent.
  mutating func clear(now: UInt64) {
    waiting = []
    stream.reset()
    let time = max(last, now)
    if isInSysEx { waiting.append(ALSAPiece(bytes: [0xF7], nanoseconds: time, packet: nil)) }
    for packet in tracker.releaseAll() {
      waiting += stream.take(packet, at: time)
    }
  }
}
