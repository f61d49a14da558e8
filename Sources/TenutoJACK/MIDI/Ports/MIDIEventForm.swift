/// Tells bytes of MIDI 1.0 from Universal MIDI Packets at a port of packets.
///
/// JACK connects a port of bytes to one of packets, mixes both and translates nothing, so each
/// event is looked at by itself. A packet has 4, 8, 12 or 16 bytes, and its first word has the
/// message type in its highest byte, the fourth in memory.
struct MIDIEventForm {
  /// Whether a System Exclusive message in bytes goes on in the next event.
  private var isInSysEx = false

  /// Forgets what was unfinished, as after events that are lost.
  mutating func reset() { isInSysEx = false }

  /// Whether an event is bytes; the events of a port in the order of arrival.
  mutating func isBytes(_ event: [UInt8]) -> Bool {
    let isBytes = !event.count.isMultiple(of: 4) || isPartOfSysEx(event)
    if isBytes { follow(event) }
    return isBytes
  }

  /// Whether an event as long as packets is a System Exclusive message or a part of one.
  private func isPartOfSysEx(_ event: [UInt8]) -> Bool {
    guard let first = event.first, let last = event.last else { return false }
    guard first == 0xF0 || isInSysEx && first < 0x80 else { return false }
    guard event.dropFirst().dropLast().allSatisfy({ $0 < 0x80 }) else { return false }
    if last == 0xF7 { return true }
    // A timestamp is one word that ends in any byte: the beginning of a message is longer.
    return last < 0x80 && (isInSysEx || event.count > 4 || event[3] >= 0x10)
  }

  private mutating func follow(_ event: [UInt8]) {
    for byte in event where byte >= 0x80 && byte < 0xF8 { isInSysEx = byte == 0xF0 }
  }
}
