import TenutoMIDI
/// Reads a MIDI Clip File message by message.
struct ClipReader: ~Escapable {
  private var reader: ClipWordReader
  private let isStrict: Bool
  private var tick: UInt32 = 0
  private var startTick: UInt32?
  private var ticksPerQuarter: UInt16?
  private var isEnded = false

  /// The clockstamp directly before the next message, if any.
  private var clockstamp: UInt32?

  /// Whether a clockstamp has occurred; only profiles may precede it.
  private var hasTime = false

  private var profiles: [UMP] = []
  private var configuration: [MIDIClipEvent] = []
  private var events: [MIDIClipEvent] = []

  @_lifetime(copy reader)
  init(_ reader: ClipWordReader, isStrict: Bool) {
    self.reader = reader
    self.isStrict = isStrict
  }

  /// Reads up to the end of the clip.
  @_lifetime(self: copy self)
  mutating func readFile() throws(MIDIClipFileError) -> MIDIClipFile {
    events.reserveCapacity(reader.remaining / 8)
    while !isEnded, reader.remaining > 0 {
      let start = reader.position
      let ump = try reader.readPacket()
      switch ClipMessage(ump) {
      case .deltaClockstamp(let delta): try advance(by: delta, at: start)
      case let message?:
        try take(message, at: start)
        clockstamp = nil
      case nil:
        try take(ump, at: start)
        clockstamp = nil
      }
    }
    return try finishedFile()
  }

  private func finishedFile() throws(MIDIClipFileError) -> MIDIClipFile {
    let end = reader.position
    guard let ticksPerQuarter else { throw MIDIClipFileError(.missingDivision, at: end) }
    guard let startTick else { throw MIDIClipFileError(.missingStart, at: end) }
    try requireStrictly(isEnded, .missingEnd, at: end)
    try requireStrictly(reader.remaining == 0, .trailingData, at: end)
    return MIDIClipFile(
      ticksPerQuarter: ticksPerQuarter, profiles: profiles, configuration: configuration,
      events: events, length: tick - startTick)
  }
}

extension ClipReader {
  @_lifetime(self: copy self)
  private mutating func advance(by delta: UInt32, at start: Int) throws(MIDIClipFileError) {
    let (sum, overflow) = tick.addingReportingOverflow(delta)
    guard !overflow else { throw MIDIClipFileError(.tickOverflow, at: start) }
    tick = sum
    clockstamp = delta
    hasTime = true
  }

  @_lifetime(self: copy self)
  private mutating func take(
    _ message: ClipMessage, at start: Int
  ) throws(MIDIClipFileError) {
    switch message {
    case .deltaClockstamp: break  // Time: `readFile` has taken it.
    case .ticksPerQuarter(let ticks): try takeDivision(ticks, at: start)
    case .startOfClip:
      guard ticksPerQuarter != nil else { throw MIDIClipFileError(.missingDivision, at: start) }
      try requireStrictly(clockstamp != nil, .missingClockstamp, at: start)
      try requireStrictly(startTick == nil, .unexpectedMessage, at: start)
      startTick = startTick ?? tick
    case .endOfClip:
      try requireStrictly(clockstamp != nil, .missingClockstamp, at: start)
      try requireStrictly(startTick != nil, .unexpectedMessage, at: start)
      isEnded = startTick != nil
    }
  }

  @_lifetime(self: copy self)
  private mutating func takeDivision(
    _ ticks: UInt16, at start: Int
  ) throws(MIDIClipFileError) {
    guard ticks > 0 else { throw MIDIClipFileError(.invalidDivision, at: start) }
    try requireStrictly(clockstamp == 0, .missingClockstamp, at: start)
    try requireStrictly(ticksPerQuarter == nil, .unexpectedMessage, at: start)
    ticksPerQuarter = ticksPerQuarter ?? ticks
    hasTime = true
  }

  @_lifetime(self: copy self)
  private mutating func take(_ ump: UMP, at start: Int) throws(MIDIClipFileError) {
    if clockstamp == ClipMessage.longestDelta, ump == ClipMessage.extensionNOOP { return }
    if let startTick {
      events.append(MIDIClipEvent(tick: tick - startTick, ump: ump))
    } else if hasTime {
      try requireStrictly(ticksPerQuarter != nil, .unexpectedMessage, at: start)
      configuration.append(MIDIClipEvent(tick: tick, ump: ump))
    } else {
      profiles.append(ump)
    }
  }

  private func requireStrictly(
    _ condition: Bool, _ code: MIDIClipFileError.Code, at offset: Int
  ) throws(MIDIClipFileError) {
    if isStrict, !condition { throw MIDIClipFileError(code, at: offset) }
  }
}
