/// Reads the events of one track chunk.
struct TrackReader: ~Escapable {
  private var reader: MIDIFileReader
  private var tick: UInt32 = 0

  /// The channel status that data without a status belongs to; nil after a SysEx or meta.
  private var runningStatus: UInt8?

  @_lifetime(copy content)
  init(_ content: MIDIFileReader) {
    reader = content
  }

  /// Reads up to the end of track, and adds one if the chunk ends without it.
  @_lifetime(self: copy self)
  mutating func readEvents() throws(MIDIFileError) -> [TrackEvent] {
    var events: [TrackEvent] = []
    // Three bytes are a note under running status: room for all in one piece of memory.
    events.reserveCapacity(reader.remaining / 3)
    while reader.remaining > 0 {
      let event = try readEvent()
      let isEnd = event.isEndOfTrack
      events.append(event)
      if isEnd { return events }
    }
    events.append(TrackEvent(tick: tick, message: .endOfTrack))
    return events
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readEvent() throws(MIDIFileError) -> TrackEvent {
    let start = reader.position
    let (sum, overflow) = try tick.addingReportingOverflow(reader.readVariableLength())
    guard !overflow else { throw MIDIFileError(.tickOverflow, at: start) }
    tick = sum
    return try TrackEvent(tick: tick, message: readMessage())
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readMessage() throws(MIDIFileError) -> TrackEvent.Message {
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
      guard let runningStatus else { throw MIDIFileError(.missingStatus, at: reader.position) }
      return runningStatus
    }
    let status = try reader.readByte()
    runningStatus = status < 0xF0 ? status : nil
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
