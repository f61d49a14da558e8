internal import TenutoMIDI

/// The messages from a page that wait for one port.
///
/// They leave in the order of their times; messages with the same time in the order of arrival.
struct PageMIDIOutput {
  private struct Waiting {
    /// Nanoseconds of `CLOCK_MONOTONIC`; 0 for now.
    var time: UInt64
    var bytes: [UInt8]
  }

  private let output: any MIDIBridgeOutput
  /// A message that is not complete yet.
  private var cut: [UInt8] = []
  /// Messages without a time, the next one first.
  private var immediate: ArraySlice<[UInt8]> = []
  /// Messages with a time, the next one first.
  private var timed: ArraySlice<Waiting> = []
  /// The remaining packets of the message that is being sent.
  private var packets: ArraySlice<HostTimedUMP> = []
  /// Bytes of all waiting messages.
  private(set) var byteCount = 0

  /// Maximum size of a message in bytes, equal to the script's limit.
  static let messageLimit = SysExLimits().messageBytes
  /// Maximum size in bytes of a message that is sent as packets; a longer one is sent whole, at its
  /// time.
  private static let packetLimit = 4096

  init(_ output: any MIDIBridgeOutput) { self.output = output }

  /// Takes a record; returns false if the message is invalid.
  mutating func take(_ record: MIDIWireMessage, isSysExAllowed: Bool) -> Bool {
    guard cut.count + record.bytes.count <= Self.messageLimit + 2 else { return false }
    cut += record.bytes
    byteCount += record.bytes.count
    if record.isCut {
      // Only a System Exclusive message is long enough for more than one record.
      return isSysExAllowed && cut.first == 0xF0
    }
    let bytes = cut
    cut = []
    guard let form = MIDI1MessageForm(bytes), isSysExAllowed || form == .short else { return false }
    if record.time == 0 {
      immediate.append(bytes)
    } else {
      let message = Waiting(time: UInt64(record.time * 1e6), bytes: bytes)
      // A new message is usually the latest, so the search begins at the end.
      let place = timed.lastIndex { $0.time <= message.time }.map { $0 + 1 } ?? timed.startIndex
      timed.insert(message, at: place)
    }
    return true
  }

  /// Sends the messages that are due; returns when to call again in nanoseconds of
  /// `CLOCK_MONOTONIC`, nil if nothing waits.
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

  /// Nanoseconds until a full port is tried again.
  private static let pause: UInt64 = 1_000_000

  /// Sends a message, or splits it into packets; returns false if the port is full.
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

  /// Drops the waiting messages.
  mutating func clear() {
    (immediate, timed, packets, byteCount) = ([], [], [], cut.count)
    output.clear()
  }

  /// Ends the notes that it started, and closes the port.
  func close() { output.close() }
}
