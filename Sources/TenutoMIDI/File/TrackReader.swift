/// A position in a track, to resume reading.
struct TrackCursor: Sendable {
  /// The unread bytes of the track.
  var rest: Range<Int>

  /// The current time.
  var tick: UInt32 = 0

  /// The last channel status, for data under running status; 0 before the first one.
  var status: UInt8 = 0

  /// Whether a SysEx or meta event followed that status.
  var isStatusCancelled = false

  init(_ range: Range<Int>) {
    rest = range
  }
}

/// Reads the events of one track chunk.
struct TrackReader: ~Escapable {
  private var reader: MIDIFileReader
  private var state: TrackCursor

  /// The first violation of the standard that was tolerated.
  private(set) var warning: MIDIFileWarning?

  @_lifetime(copy content)
  init(_ content: MIDIFileReader) {
    reader = content
    state = TrackCursor(content.rest)
  }

  /// Resumes at the position of another reader of the same bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, at cursor: TrackCursor) {
    reader = MIDIFileReader(bytes, cursor.rest)
    state = cursor
  }

  /// The current position.
  var cursor: TrackCursor {
    var cursor = state
    cursor.rest = reader.rest
    return cursor
  }

  /// Ticks from the start of the track.
  var tick: UInt32 { state.tick }

  /// Whether the chunk has ended; an end of track does not end it.
  var isAtEnd: Bool { reader.remaining == 0 }

  /// Reads up to the end of track, and adds one if the chunk ends without it.
  @_lifetime(self: copy self)
  mutating func readEvents() throws(MIDIFileError) -> [TrackEvent] {
    var events: [TrackEvent] = []
    // A note under running status has three bytes: room for all in one allocation.
    events.reserveCapacity(reader.remaining / 3)
    while !isAtEnd {
      try readDelta()
      let event = try TrackEvent(tick: tick, message: readMessage())
      let isEnd = event.isEndOfTrack
      events.append(event)
      if isEnd { return events }
    }
    events.append(TrackEvent(tick: tick, message: .endOfTrack))
    return events
  }

  /// Reads the delta time before the next message.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readDelta() throws(MIDIFileError) {
    let start = reader.position
    let (sum, overflow) = try tick.addingReportingOverflow(reader.readVariableLength())
    guard !overflow else { throw MIDIFileError(.tickOverflow, at: start) }
    state.tick = sum
  }

  /// Reads a message, after its delta time.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readMessage() throws(MIDIFileError) -> TrackEvent.Message {
    let start = reader.position
    let status = try readStatus()
    switch status {
    case 0x80...0xEF:
      return try readChannelMessage(status: status)
    case 0xF0:
      return try .sysEx(reader.readCountedBytes())
    case 0xF7:
      return try .escape(reader.readCountedBytes())
    case 0xFF:
      let type = try reader.readByte()
      return try .meta(type: type, data: reader.readCountedBytes())
    default:
      throw MIDIFileError(.unexpectedStatus, at: start)
    }
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readStatus() throws(MIDIFileError) -> UInt8 {
    if let next = reader.peek(), next < 0x80 {
      guard state.status != 0 else { throw MIDIFileError(.missingStatus, at: reader.position) }
      if state.isStatusCancelled, warning == nil {
        warning = MIDIFileWarning(.runningStatusAfterMeta, at: reader.position)
      }
      return state.status
    }
    let status = try reader.readByte()
    if status < 0xF0 { state.status = status }
    state.isStatusCancelled = status >= 0xF0
    return status
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readChannelMessage(
    status: UInt8
  ) throws(MIDIFileError) -> TrackEvent.Message {
    let data1 = try reader.readByte()
    let hasTwo = MIDI1ChannelMessage.dataByteCount(status: status) == 2
    let data2 = hasTwo ? try reader.readByte() : 0
    guard let message = MIDI1ChannelMessage(status: status, data1: data1, data2: data2) else {
      let offset = data1 < 0x80 || !hasTwo ? 1 : 2
      throw MIDIFileError(.invalidDataByte, at: reader.position - offset)
    }
    return .channel(message)
  }
}
