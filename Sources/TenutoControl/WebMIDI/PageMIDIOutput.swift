internal import TenutoMIDI

/// What a page has sent to one port and the port has not taken yet.
///
/// Messages leave in the order of their times, those of one time in the order in which they came.
struct PageMIDIOutput {
  private struct Waiting {
    /// Nanoseconds of `CLOCK_MONOTONIC`; 0 is now.
    var time: UInt64
    var bytes: [UInt8]
  }

  private let output: any MIDIBridgeOutput
  /// A message of which more is to come.
  private var cut: [UInt8] = []
  /// Messages for now, the next one first.
  private var immediate: ArraySlice<[UInt8]> = []
  /// Messages for later, the next one first.
  private var timed: ArraySlice<Waiting> = []
  /// The rest of the message that leaves, as packets.
  private var packets: ArraySlice<HostTimedUMP> = []
  /// Bytes of all messages that wait.
  private(set) var byteCount = 0

  /// Bytes of a message at most, as the page's side has it.
  static let messageLimit = SysExLimits().messageBytes
  /// Bytes of a message that leaves as packets at most; a longer one leaves as a whole, at its time.
  private static let packetLimit = 4096

  init(_ output: any MIDIBridgeOutput) { self.output = output }

  /// Takes a record in; false where it is no valid message.
  mutating func take(_ record: MIDIWireMessage, isSysExAllowed: Bool) -> Bool {
    guard cut.count + record.bytes.count <= Self.messageLimit + 2 else { return false }
    cut += record.bytes
    byteCount += record.bytes.count
    if record.isCut {
      // More than one record is long for anything but System Exclusive.
      return isSysExAllowed && cut.first == 0xF0
    }
    let bytes = cut
    cut = []
    guard let form = MIDI1MessageForm(bytes), isSysExAllowed || form == .short else { return false }
    if record.time == 0 {
      immediate.append(bytes)
    } else {
      let message = Waiting(time: UInt64(record.time * 1e6), bytes: bytes)
      // Most are the latest of all.
      let place = timed.lastIndex { $0.time <= message.time }.map { $0 + 1 } ?? timed.startIndex
      timed.insert(message, at: place)
    }
    return true
  }

  /// Hands over what is due; when to come again in nanoseconds of `CLOCK_MONOTONIC`, nil where
  /// nothing waits.
  mutating func work(at now: UInt64) -> UInt64? {
    while true {
      if !packets.isEmpty {
        packets = packets.dropFirst(output.send(packets))
        guard packets.isEmpty else { return now + Self.pause }
      }
      if let next = immediate.first {
        guard hand(over: next, at: 0) else { return now + Self.pause }
        immediate.removeFirst()
      } else if let next = timed.first {
        let lead = next.bytes.count > Self.packetLimit ? 0 : output.lookAhead
        guard next.time <= now + lead else { return next.time - lead }
        guard hand(over: next.bytes, at: next.time) else { return now + Self.pause }
        timed.removeFirst()
      } else {
        return nil
      }
    }
  }

  /// Nanoseconds until a port that had no room is tried again.
  private static let pause: UInt64 = 1_000_000

  /// Hands a message over, or makes packets of it; false where there is no room now.
  private mutating func hand(over bytes: [UInt8], at time: UInt64) -> Bool {
    if bytes.count > Self.packetLimit, let isTaken = output.sendSysEx(bytes) {
      guard isTaken else { return false }
    } else {
      packets = Self.packets(bytes, at: time)[...]
    }
    byteCount -= bytes.count
    return true
  }

  private static func packets(_ bytes: [UInt8], at time: UInt64) -> [HostTimedUMP] {
    var parser = MIDI1Parser()
    return bytes.compactMap { parser.parse($0) }.map { HostTimedUMP(hostTime: time, ump: $0) }
  }

  /// Drops what has not left.
  mutating func clear() {
    (immediate, timed, packets, byteCount) = ([], [], [], cut.count)
    output.clear()
  }

  /// Ends what sounds, and gives the port back.
  func close() { output.close() }
}
