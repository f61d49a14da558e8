import TenutoMIDI

/// The bytes of a file with the given track contents.
func midiFile(format: UInt8 = 0, division: [UInt8] = [0, 96], tracks: [[UInt8]]) -> [UInt8] {
  let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, format, 0, UInt8(tracks.count)]
  return header + division + tracks.flatMap { chunk("MTrk", $0) }
}

/// The bytes of one chunk.
func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
  Array(type.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
    + content
}

/// The reader's error, if any.
func parseError(_ bytes: [UInt8]) -> MIDIFileError? {
  do {
    _ = try StandardMIDIFile(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

/// A channel event from bytes known to be valid.
func channelEvent(
  _ tick: UInt32, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0
) -> TrackEvent {
  guard let message = MIDI1ChannelMessage(status: status, data1: data1, data2: data2) else {
    preconditionFailure("not a channel message")
  }
  return TrackEvent(tick: tick, message: .channel(message))
}

func tempoEvent(_ tick: UInt32, _ microseconds: UInt32) -> TrackEvent {
  let data = [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
  return TrackEvent(tick: tick, message: .meta(type: 0x51, data: data))
}

func endOfTrack(_ tick: UInt32) -> TrackEvent {
  TrackEvent(tick: tick, message: .endOfTrack)
}
