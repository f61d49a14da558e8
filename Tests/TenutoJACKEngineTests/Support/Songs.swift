import TenutoMIDI

/// Test songs, in ticks of one millisecond.
enum Songs {
  /// Notes as (start, end, key), in ms.
  static func song(_ notes: [(Int, Int, UInt8)]) -> Song {
    var events: [TrackEvent] = []
    for (start, end, key) in notes {
      events.append(note(0x90, key, at: start))
      events.append(note(0x80, key, at: end))
    }
    events.sort { $0.tick < $1.tick }
    // 500 ticks per quarter note at 500,000 µs per quarter note.
    return Song(
      StandardMIDIFile(format: .simultaneous, division: .ticksPerQuarter(500), tracks: [events]))
  }

  private static func note(_ status: UInt8, _ key: UInt8, at tick: Int) -> TrackEvent {
    guard let message = MIDI1ChannelMessage(status: status, data1: key, data2: 100) else {
      preconditionFailure("a key is below 128")
    }
    return TrackEvent(tick: UInt32(tick), message: .channel(message))
  }

  /// A melody of `count` notes of 10 ms to 90 ms, of changing lengths, after `pause` ms of silence.
  static func melody(_ count: Int, after pause: Int = 0) -> Song {
    song(
      (0..<count).map { index in
        let start = pause + index * 67 + index % 7
        return (start, start + 20 + index * 13 % 90, UInt8(48 + index * 5 % 36))
      })
  }

  /// A System Exclusive message of that many data bytes, which count from 0 to 126 repeatedly, then
  /// a note.
  static func sysEx(byteCount: Int) -> Song {
    let data = (0..<byteCount).map { UInt8($0 % 127) }
    let events = [
      TrackEvent(tick: 10, message: .sysEx(data + [0xF7])), note(0x90, 60, at: 10),
    ]
    return Song(
      StandardMIDIFile(format: .simultaneous, division: .ticksPerQuarter(500), tracks: [events]))
  }

  /// A file with one chord held over three quarter notes; the tempo changes from 120 to 100 after
  /// the first, and back 0.9 quarter notes later.
  static func chord(_ keys: [UInt8]) -> StandardMIDIFile {
    var events = [
      TrackEvent(tick: 500, message: .meta(type: 0x51, data: [0x09, 0x27, 0xC0])),
      TrackEvent(tick: 950, message: .meta(type: 0x51, data: [0x07, 0xA1, 0x20])),
    ]
    for key in keys {
      events.append(note(0x90, key, at: 10))
      events.append(note(0x80, key, at: 1500))
    }
    events.sort { $0.tick < $1.tick }
    return StandardMIDIFile(
      format: .simultaneous, division: .ticksPerQuarter(500), tracks: [events])
  }
}
