import TenutoMIDI
import TenutoMIDIMessages

/// The time to read MIDI files of a megabyte, in memory.
struct MIDIFileSpeed {
  let rounds: Int

  private static let byteCount = 1_000_000

  func run(into report: inout Report) throws {
    let song = Self.song()
    let bytes = song.serialized()
    var spread = try time { _ = try StandardMIDIFile(parsing: bytes) }
    report.add("read a Standard MIDI File of 1 MB", "ms", spread, bar: 10)
    let dense = Self.runningStatus()
    spread = try time { _ = try StandardMIDIFile(parsing: dense) }
    report.add("the same, of notes under running status alone", "ms", spread, bar: 10)
    report.add("write a Standard MIDI File of 1 MB", "ms", time { _ = song.serialized() })
    report.add("make a song of it, with seconds", "ms", time { _ = Song(song) })
    report.add("make a MIDI 2.0 clip of it", "ms", time { _ = MIDIClipFile(song) })
    guard let clip = MIDIClipFile(song)?.serialized() else { return }
    spread = try time { _ = try MIDIClipFile(parsing: clip) }
    report.add("read the clip, \(clip.count / 1000) kB", "ms", spread)
  }

  private func time(_ body: () throws -> Void) rethrows -> Spread {
    Spread(try (0..<max(3, rounds)).map { _ in try nanoseconds(body) / 1e6 })
  }

  /// A song of 16 tracks with notes, controllers, pitch bends and occasional lyrics.
  private static func song() -> StandardMIDIFile {
    let tracks = (0..<16).map { track(channel: UInt8($0), byteCount: byteCount / 16) }
    return StandardMIDIFile(format: .simultaneous, division: .ticksPerQuarter(480), tracks: tracks)
  }

  private static func track(channel: UInt8, byteCount: Int) -> [TrackEvent] {
    var events: [TrackEvent] = []
    var tick: UInt32 = 0
    // Events have 4.2 bytes on average.
    for number in 0..<byteCount * 10 / 42 {
      tick += number & 1 == 0 ? 60 : 0
      let value = UInt8(truncatingIfNeeded: number) & 0x7F
      let statuses: [UInt8] = [0x90, 0x80, 0xB0, 0x90, 0x80, 0xE0, 0x90, 0x80]
      let status = statuses[number & 7] | channel
      if number % 64 == 63 {
        events.append(TrackEvent(tick: tick, message: .meta(type: 5, data: [0x6C, 0x61])))
      } else if let message = MIDI1ChannelMessage(status: status, data1: value, data2: 64) {
        events.append(TrackEvent(tick: tick, message: .channel(message)))
      }
    }
    return events + [TrackEvent(tick: tick, message: .endOfTrack)]
  }

  /// A file with as many events as a megabyte of notes can hold.
  private static func runningStatus() -> [UInt8] {
    var content: [UInt8] = [0, 0x90, 60, 64]
    while content.count < byteCount { content += [10, 61, 64] }
    content += [0, 0xFF, 0x2F, 0]
    let count = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
    let head: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]
    return head + [0x4D, 0x54, 0x72, 0x6B] + count + content
  }
}
