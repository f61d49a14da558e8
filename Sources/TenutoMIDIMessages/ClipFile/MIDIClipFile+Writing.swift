import TenutoMIDI
extension MIDIClipFile {
  /// Returns the bytes of the file.
  ///
  /// Reading the bytes, even strictly, gives an equal value if the lists are in the order of time,
  /// `length` is not before the last event, and the packets have 0 in unused words. Otherwise, an
  /// event earlier than its predecessor is written at the same tick, a clip is as long as its
  /// events, and structural messages are omitted. Each event has its own clockstamp; a pause too
  /// long for one (0xFFFFF ticks or more) is made of several with a NOOP between them.
  ///
  /// Thread: control. `ticksPerQuarter` of 0 is a programmer error and traps at runtime.
  ///
  /// - Returns: Eight letters and packets, the highest byte of each word first.
  public func serialized() -> [UInt8] {
    precondition(ticksPerQuarter > 0, "a quarter note has at least one tick")
    var writer = ClipWriter(letters: Self.letters)
    for ump in profiles where ClipMessage(ump) == nil { writer.append(ump) }
    writer.append(.ticksPerQuarter(ticksPerQuarter))
    writer.append(configuration)
    writer.append(.startOfClip)
    writer.append(events)
    writer.advance(to: length)
    writer.append(.endOfClip)
    return writer.bytes
  }
}

/// Writes the packets of a MIDI Clip File.
private struct ClipWriter {
  private(set) var bytes: [UInt8]
  private var tick: UInt32 = 0
  private var delta: UInt32 = 0

  init(letters: String) {
    bytes = Array(letters.utf8)
  }

  mutating func append(_ ump: UMP) {
    let count = ump.wordCount
    bytes.appendUInt32(ump.word0)
    if count > 1 { bytes.appendUInt32(ump.word1) }
    if count > 2 { bytes.appendUInt32(ump.word2) }
    if count > 3 { bytes.appendUInt32(ump.word3) }
  }

  /// Writes a list, whose ticks start at 0.
  mutating func append(_ events: [MIDIClipEvent]) {
    tick = 0
    for event in events where ClipMessage(event.ump) == nil {
      advance(to: event.tick)
      appendClockstamp()
      append(event.ump)
    }
  }

  /// Writes a structural message at the current tick.
  mutating func append(_ message: ClipMessage) {
    appendClockstamp()
    append(message.ump)
  }

  mutating func advance(to later: UInt32) {
    delta = later > tick ? later - tick : 0
    tick = max(tick, later)
  }

  /// Writes the time since the last event.
  ///
  /// A pause of exactly `longestDelta` is extended too, so that an event that is a NOOP is not
  /// mistaken for the extension.
  private mutating func appendClockstamp() {
    while delta >= ClipMessage.longestDelta {
      append(ClipMessage.deltaClockstamp(ClipMessage.longestDelta).ump)
      append(ClipMessage.extensionNOOP)
      delta -= ClipMessage.longestDelta
    }
    append(ClipMessage.deltaClockstamp(delta).ump)
    delta = 0
  }
}
