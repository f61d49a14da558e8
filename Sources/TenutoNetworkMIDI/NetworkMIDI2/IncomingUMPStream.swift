internal import TenutoMIDI

/// The stream from one peer: data commands become packets, each once and in the sender's order.
///
/// What comes early waits for what is missing, which the peer is asked for. What it has not got any
/// more is given up, and all notes are ended.
struct IncomingUMPStream: Sendable {
  typealias Data = NetworkMIDI2Command.Data

  /// What is to be asked of the peer.
  enum Wish: Equatable {
    /// So many commands are missing.
    case commands(first: UInt16, count: UInt16)
    /// The numbers fit no more: both are to begin again.
    case reset
  }

  /// What the stream has had.
  private(set) var counters = ReceivedStream.Counters()

  /// Whether notes and pedals were ended because the peer fell silent.
  private(set) var isSilenced = false

  /// Whether the peer can send commands again.
  var canRepeat = true

  private var sounding = SoundingNotes()
  private var expected: UInt16 = 0
  private var newest: UInt16 = .max
  private var early: [UInt16: [UInt32]] = [:]
  private var gapSince: UInt64 = 0
  private var nextWish: UInt64 = .max
  private var wishes = 0
  private var strangers = 0
  private var needsReset = false

  /// How far ahead a command may be, and how many of them wait.
  private static let window = 4096
  /// What a command that was overtaken may take, in nanoseconds.
  private static let grace: UInt64 = 3_000_000
  /// How long a gap is asked for, in nanoseconds and in times.
  private static let patience: (time: UInt64, count: Int) = (3_000_000_000, 10)
  /// The most commands that are asked for at once.
  private static let maximumWish = 64

  /// Whether a note or a pedal is on.
  var isSounding: Bool { !sounding.isEmpty }

  /// When `tick(isHeard:at:)` has something to do; `.max` for never.
  var deadline: UInt64 { nextWish }

  /// Begins at number 0 again, and returns what ends all notes.
  mutating func reset() -> [UMP] {
    (expected, newest, early, nextWish, wishes) = (0, .max, [:], .max, 0)
    (strangers, needsReset) = (0, false)
    return release()
  }

  /// Takes the data commands of a datagram; returns the packets that are to be played.
  mutating func receive(_ commands: [Data], at now: UInt64) -> [UMP] {
    guard let last = commands.last else { return [] }
    let step = Int(Int16(bitPattern: last.number &- newest))
    guard count(last, step, at: now) else { return [] }
    let before = expected
    var packets: [UMP] = []
    for command in commands {
      let distance = Int(Int16(bitPattern: command.number &- expected))
      guard (0..<Self.window).contains(distance), early[command.number] == nil else { continue }
      if command.number != last.number || step <= 0 { counters.recovered += 1 }
      early[command.number] = command.words
    }
    if step > 0 { newest = last.number }
    takeInOrder(&packets)
    plan(hasMoved: expected != before, at: now)
    return play(packets)
  }

  /// Counts a datagram; false if its numbers are of another beginning.
  private mutating func count(_ last: Data, _ step: Int, at now: UInt64) -> Bool {
    if (1...Self.window).contains(step) {
      strangers = 0
      counters.received += 1
      counters.lost += UInt64(step - 1)
      return true
    }
    if step == 0 { counters.late += 1 }
    if (-Self.window...0).contains(step) { return true }
    strangers += 1
    if strangers == 8, !needsReset { (needsReset, nextWish) = (true, now) }
    return false
  }

  private mutating func takeInOrder(_ packets: inout [UMP]) {
    while let words = early.removeValue(forKey: expected) {
      Self.append(words, to: &packets)
      expected &+= 1
    }
  }

  /// Plans when the peer is asked for what is missing.
  private mutating func plan(hasMoved: Bool, at now: UInt64) {
    if early.isEmpty, expected == newest &+ 1 { return nextWish = .max }
    guard hasMoved || nextWish == .max else { return }
    (gapSince, nextWish, wishes) = (now, now + Self.grace, 0)
  }

  /// Cuts words into packets; what is no whole packet is left out.
  private static func append(_ words: [UInt32], to packets: inout [UMP]) {
    var index = 0
    while index < words.count {
      let count = UMP.wordCount(messageType: UInt8(truncatingIfNeeded: words[index] >> 28))
      guard index + count <= words.count else { return }
      func word(_ offset: Int) -> UInt32 { offset < count ? words[index + offset] : 0 }
      packets.append(UMP(word(0), word(1), word(2), word(3)))
      index += count
    }
  }

  /// Notes what is played; after a silence first what is on still.
  private mutating func play(_ packets: [UMP]) -> [UMP] {
    guard isSilenced else {
      for packet in packets { sounding.take(packet) }
      return packets
    }
    isSilenced = false
    // What has ended meanwhile is not heard again.
    let before = sounding.restoring
    for packet in packets { sounding.take(packet) }
    let still = Set(sounding.restoring)
    let new = Set(packets)
    return before.filter { still.contains($0) && !new.contains($0) } + packets
  }

  /// Returns what ends all notes and raises the pedals, and forgets them.
  private mutating func release() -> [UMP] {
    let releases = isSilenced ? [] : sounding.releases
    (sounding, isSilenced) = (SoundingNotes(), false)
    return releases
  }

  /// Returns what ends all notes and raises the pedals until something comes.
  mutating func silence() -> [UMP] {
    guard !isSilenced, isSounding else { return [] }
    isSilenced = true
    return sounding.releases
  }

  /// Notes that the peer has not got any more what was asked for.
  mutating func cannotRepeat(_ number: UInt16, at now: UInt64) -> [UMP] {
    number == expected && nextWish != .max ? giveUp(at: now) : []
  }

  /// Goes on behind a gap.
  private mutating func giveUp(at now: UInt64) -> [UMP] {
    counters.uncovered += 1
    let releases = release()
    let next = early.keys.min { $0 &- expected < $1 &- expected }
    expected = next ?? newest &+ 1
    var packets: [UMP] = []
    takeInOrder(&packets)
    nextWish = .max
    plan(hasMoved: true, at: now)
    return releases + play(packets)
  }

  /// Does what is due: returns what is to be asked, and what is to be played.
  mutating func tick(isHeard: Bool, at now: UInt64) -> (wish: Wish?, packets: [UMP]) {
    guard now >= nextWish else { return (nil, []) }
    if needsReset {
      (needsReset, nextWish) = (false, .max)
      return (.reset, [])
    }
    let isHopeless =
      isHeard && wishes >= Self.patience.count && now >= gapSince + Self.patience.time
    if isHopeless || !canRepeat { return (nil, giveUp(at: now)) }
    let end = early.keys.min { $0 &- expected < $1 &- expected } ?? newest &+ 1
    let missing = min(Int(end &- expected), Self.maximumWish)
    nextWish = now + min(20_000_000 << UInt64(min(wishes, 4)), 250_000_000)
    wishes += 1
    return (.commands(first: expected, count: UInt16(missing)), [])
  }
}
