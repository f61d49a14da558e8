import TenutoMIDI

/// A song of one second for the README's commands.
enum ShortSong {
  /// The bytes of the file: a note in each quarter of a second.
  static var bytes: [UInt8] {
    var track: [TrackEvent] = []
    for quarter in 0..<UInt32(4) {
      for (status, tick) in [(UInt8(0x90), quarter * 240), (0x80, quarter * 240 + 200)] {
        guard
          let note = MIDI1ChannelMessage(
            status: status, data1: 60 + UInt8(quarter) * 4, data2: 100)
        else { continue }
        track.append(TrackEvent(tick: tick, message: .channel(note)))
      }
    }
    // Without a tempo, a quarter note of 480 ticks is half a second.
    track.append(TrackEvent(tick: 960, message: .endOfTrack))
    return StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track]
    ).serialized()
  }
}
