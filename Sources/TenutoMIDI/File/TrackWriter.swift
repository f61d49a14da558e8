/// Writes the events of one track chunk.
struct TrackWriter {
  /// The content of the chunk.
  private(set) var bytes: [UInt8] = []

  private var tick: UInt32 = 0

  init(_ events: [TrackEvent]) {
    for event in events {
      append(event)
      if event.isEndOfTrack { return }
    }
    append(TrackEvent(tick: tick, message: .endOfTrack))
  }

  private mutating func append(_ event: TrackEvent) {
    appendDelta(to: event.tick)
    switch event.message {
    case .channel(let message):
      bytes += [message.status, message.data1, message.data2].prefix(message.byteCount)
    case .sysEx(let data):
      bytes.append(0xF0)
      bytes.appendCounted(data)
    case .escape(let data):
      bytes.append(0xF7)
      bytes.appendCounted(data)
    case .meta(let type, let data):
      bytes += [0xFF, type]
      bytes.appendCounted(data)
    }
  }

  private mutating func appendDelta(to later: UInt32) {
    var delta = later > tick ? later - tick : 0
    tick = max(tick, later)
    while delta > 0x0FFF_FFFF {
      bytes.appendVariableLength(0x0FFF_FFFF)
      bytes += [0xFF, 0x01, 0x00]
      delta -= 0x0FFF_FFFF
    }
    bytes.appendVariableLength(delta)
  }
}

extension [UInt8] {
  mutating func appendUInt16(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  package mutating func appendUInt32(_ value: UInt32) {
    appendUInt16(UInt16(truncatingIfNeeded: value >> 16))
    appendUInt16(UInt16(truncatingIfNeeded: value))
  }

  /// Appends a variable-length quantity, which must be below 2^28.
  mutating func appendVariableLength(_ value: UInt32) {
    precondition(value < 1 << 28, "a number in a MIDI file has at most 28 bits")
    for shift in [21, 14, 7] as [UInt32] where value >> shift != 0 {
      append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
    }
    append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }

  /// Appends the length of `data` and its bytes.
  mutating func appendCounted(_ data: [UInt8]) {
    precondition(data.count < 1 << 28, "data in a MIDI file is shorter than 256 MiB")
    appendVariableLength(UInt32(data.count))
    self += data
  }
}
