internal import TenutoMIDI

/// The stream from one peer: turns data commands into packets, each once and in the sender's order.
///
/// Early commands wait for missing ones, which are requested from the peer. If the peer no longer
/// has a missing command, the gap is skipped and all notes are ended.
struct IncomingUMPStream: Sendable {
  typealias Data = NetworkMIDI2Command.Data

  /// A request to the peer.
  enum Request: Equatable {
    /// Requests missing commands.
    case commands(first: UInt16, count: UInt16)
    /// Requests a reset, because the numbers no longer match.
    case reset
  }

  /// The stream's statistics.
  private(set) var counters = ReceivedStream.Counters()

  /// Whether notes and pedals were ended because the peer is silent.
  private(set) var isSilenced = false

  /// Whether the peer can retransmit commands.
  var canRepeat = true

  private var sounding = SoundingNotes()
  private var expected: UInt16 = 0
  private var newest: UInt16 = .max
  private var early: [UInt16: [UInt32]] = [:]
  private var gapSince: UInt64 = 0
  private var nextRequest: UInt64 = .max
  private var requestCount = 0
  private var strangers = 0
  private var needsReset = false

  /// The maximum distance of an early command, and the maximum number of waiting ones.
  private static let window = 4096
  /// Nanoseconds to wait for a command that was overtaken.
  private static let grace: UInt64 = 3_000_000
  /// The limits on requests for a gap, in nanoseconds and in attempts.
  private static let timeout: (time: UInt64, count: Int) = (3_000_000_000, 10)
  /// Maximum number of commands per request.
  private static let maximumRequest = 64

  /// Whether a note or a pedal is on.
  var isSounding: Bool { !sounding.isEmpty }

  /// The time at which `tick(isHeard:at:)` must be called; `.max` for never.
  var deadline: UInt64 { nextRequest }

  /// Restarts at number 0, and returns the packets that end all notes.
  mutating func reset() -> [UMP] {
    (expected, newest, early, nextRequest, requestCount) = (0, .max, [:], .max, 0)
    (strangers, needsReset) = (0, false)
    return release()
  }

  /// Handles the data commands of a datagram; returns the packets to play.
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

  /// Counts a datagram; returns false if its numbers belong to another sequence.
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
    if strangers == 8, !needsReset { (needsReset, nextRequest) = (true, now) }
    return false
  }

  private mutating func takeInOrder(_ packets: inout [UMP]) {
    while let words = early.removeValue(forKey: expected) {
      Self.append(words, to: &packets)
      expected &+= 1
    }
  }

  /// Schedules the request for missing commands.
  private mutating func plan(hasMoved: Bool, at now: UInt64) {
    if early.isEmpty, expected == newest &+ 1 { return nextRequest = .max }
    guard hasMoved || nextRequest == .max else { return }
    (gapSince, nextRequest, requestCount) = (now, now + Self.grace, 0)
  }

  /// Splits words into packets; an incomplete packet is dropped.
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

  /// Tracks packets as they are played; after a silence it first restores the notes that are still
  /// on.
  private mutating func play(_ packets: [UMP]) -> [UMP] {
    guard isSilenced else {
      for packet in packets { sounding.take(packet) }
      return packets
    }
    isSilenced = false
    // Notes that have ended meanwhile are not restored.
    let before = sounding.restoring
    for packet in packets { sounding.take(packet) }
    let still = Set(sounding.restoring)
    let new = Set(packets)
    return before.filter { still.contains($0) && !new.contains($0) } + packets
  }

  /// Returns the packets that end all notes and release the pedals, and forgets them.
  private mutating func release() -> [UMP] {
    let releases = isSilenced ? [] : sounding.releases
    (sounding, isSilenced) = (SoundingNotes(), false)
    return releases
  }

  /// Returns the packets that end all notes and release the pedals until the peer is heard again.
  mutating func silence() -> [UMP] {
    guard !isSilenced, isSounding else { return [] }
    isSilenced = true
    return sounding.releases
  }

  /// Handles the peer's answer that it cannot retransmit a command.
  mutating func cannotRepeat(_ number: UInt16, at now: UInt64) -> [UMP] {
    number == expected && nextRequest != .max ? giveUp(at: now) : []
  }

  /// Skips a gap.
  private mutating func giveUp(at now: UInt64) -> [UMP] {
    counters.uncovered += 1
    let releases = release()
    let next = early.keys.min { $0 &- expected < $1 &- expected }
    expected = next ?? newest &+ 1
    var packets: [UMP] = []
    takeInOrder(&packets)
    nextRequest = .max
    plan(hasMoved: true, at: now)
    return releases + play(packets)
  }

  /// Does the work that is due: returns a request to send, and packets to play.
  mutating func tick(isHeard: Bool, at now: UInt64) -> (request: Request?, packets: [UMP]) {
    guard now >= nextRequest else { return (nil, []) }
    if needsReset {
      (needsReset, nextRequest) = (false, .max)
      return (.reset, [])
    }
    let isHopeless =
      isHeard && requestCount >= Self.timeout.count && now >= gapSince + Self.timeout.time
    if isHopeless || !canRepeat { return (nil, giveUp(at: now)) }
    let end = early.keys.min { $0 &- expected < $1 &- expected } ?? newest &+ 1
    let missing = min(Int(end &- expected), Self.maximumRequest)
    nextRequest = now + min(20_000_000 << UInt64(min(requestCount, 4)), 250_000_000)
    requestCount += 1
    return (.commands(first: expected, count: UInt16(missing)), [])
  }
}
