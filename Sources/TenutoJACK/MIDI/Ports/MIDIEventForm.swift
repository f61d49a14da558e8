/// Distinguishes MIDI 1.0 bytes from Universal MIDI Packets at a port of packets.
///
/// JACK connects a port of bytes to one of packets, mixes both and translates nothing, so each
/// event must be examined. A packet has 4, 8, 12 or 16 bytes, and the message type is in the
/// highest byte of its first word, the fourth in memory.
struct MIDIEventForm {
  /// Whether a System Exclusive message in bytes continues in the next event.
  private var isInSysEx = false

  /// Discards unfinished messages, as after lost events.
  mutating func reset() { isInSysEx = false }

  /// Returns whether an event is bytes; call it for a port's events in the order of arrival.
  mutating func isBytes(_ event: [UInt8]) -> Bool {
    let isBytes = !event.count.isMultiple(of: 4) || isPartOfSysEx(event)
    if isBytes { follow(event) }
    return isBytes
  }

  /// Whether an event of a packet's length is a System Exclusive message or a part of one.
  private func isPartOfSysEx(_ event: [UInt8]) -> Bool {
    guard let first = event.first, let last = event.last else { return false }
    guard first == 0xF0 || isInSysEx && first < 0x80 else { return false }
    guard event.dropFirst().dropLast().allSatisfy({ $0 < 0x80 }) else { return false }
    if last == 0xF7 { return true }
    // A timestamp is one word that can end in any byte; the beginning of a message is longer.
    return last < 0x80 && (isInSysEx || event.count > 4 || event[3] >= 0x10)
  }

  private mutating func follow(_ event: [UInt8]) {
    for byte in event where byte >= 0x80 && byte < 0xF8 { isInSysEx = byte == 0xF0 }
  }
}
