import TenutoMIDI
import TenutoMIDIMessages

/// Readable flags of messages for clip tests.
enum ClipWords {
  static let letters = Array("SMF2CLIP".utf8)
  static let start: [UInt32] = [0xF020_0000, 0, 0, 0]
  static let end: [UInt32] = [0xF021_0000, 0, 0, 0]

  /// A clockstamp.
  static func ticks(_ count: UInt32) -> UInt32 { 0x0040_0000 | count }

  /// The ticks of a quarter note.
  static func division(_ ticks: UInt32) -> UInt32 { 0x0030_0000 | ticks }

  /// The head of a file of 96 ticks, up to the start of its clip.
  static let head: [UInt32] = [ticks(0), division(96), ticks(0)] + start

  /// The bytes of a file.
  static func file(_ words: [UInt32]) -> [UInt8] {
    letters
      + words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }
}

/// The reader's error, if any.
func clipError(_ bytes: [UInt8], strictly isStrict: Bool = false) -> MIDIClipFileError? {
  do {
    _ = try MIDIClipFile(parsing: bytes, strictly: isStrict)
    return nil
  } catch {
    return error
  }
}

/// A random packet with 0 in unused words, which is not a structural message.
func randomClipPacket(_ random: inout SeededGenerator) -> UMP {
  while true {
    var ump = random.ump()
    if ump.wordCount < 2 { ump.word1 = 0 }
    if ump.wordCount < 3 { ump.word2 = 0 }
    if ump.wordCount < 4 { ump.word3 = 0 }
    if Int.random(in: 0...9, using: &random) == 0 { ump = UMP(0) }
    let isTiming = [0x0040_0000, 0x0030_0000].contains(ump.word0 & 0xF0F0_0000)
    if !isTiming, ![0xF020, 0xF021].contains(ump.word0 >> 16) { return ump }
  }
}

/// Random events in order of time, some at or beyond the maximum distance of a clockstamp.
func randomClipEvents(_ random: inout SeededGenerator) -> [MIDIClipEvent] {
  var tick: UInt32 = 0
  return (0..<Int.random(in: 0...12, using: &random)).map { _ in
    let gaps: [UInt32] = [0, 1, 480, 0xF_FFFE, 0xF_FFFF, 0x10_0000, 0x1F_FFFE, 0x30_0000]
    tick += gaps[Int.random(in: gaps.indices, using: &random)]
    return MIDIClipEvent(tick: tick, ump: randomClipPacket(&random))
  }
}

func randomClip(_ random: inout SeededGenerator) -> MIDIClipFile {
  let events = randomClipEvents(&random)
  let profiles = (0..<Int.random(in: 0...2, using: &random)).map { _ in randomClipPacket(&random) }
  let tail = UInt32.random(in: 0...0x20_0000, using: &random)
  return MIDIClipFile(
    ticksPerQuarter: UInt16.random(in: 1 ... .max, using: &random), profiles: profiles,
    configuration: randomClipEvents(&random), events: events,
    length: (events.last?.tick ?? 0) + tail)
}
