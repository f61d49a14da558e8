import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Two sessions and a network between them, with simulated time.
struct SimulatedNetwork<Core: SessionCore> {
  struct Conditions {
    /// Percentage of lost datagrams.
    var loss = 0
    /// Percentage of duplicated datagrams.
    var duplicate = 0
    /// The latency of a datagram, in nanoseconds.
    var delay: ClosedRange<UInt64> = 500_000...500_000
    /// Whether nothing passes.
    var isDown = false
  }

  private struct Datagram {
    let time: UInt64
    let bytes: [UInt8]
    let from: Int
    let port: SessionPort
  }

  static var second: UInt64 { 1_000_000_000 }
  static var addresses: [NetworkAddress] {
    [
      NetworkAddress(host: [10, 0, 0, 1], port: 5004),
      NetworkAddress(host: [10, 0, 0, 2], port: 5004),
    ]
  }

  var conditions = Conditions()
  var sides: [Core]
  /// The events that each side has played, with the time of its own clock.
  var played: [[IncomingStream.Event]] = [[], []]
  /// The packets that each side has played.
  var delivered: [[HostTimedUMP]] = [[], []]
  var synths = [ReferenceSynth(), ReferenceSynth()]
  /// The messages that the first side has sent.
  private(set) var sent = ReferenceSynth()
  private(set) var now: UInt64 = 1_000 * Self.second
  /// The second side's clock error in millionths, and its offset.
  var skew = 0.0
  var ahead: UInt64 = 77_123_456_789
  private var generator: SeededRandom
  private var datagrams: [Datagram] = []
  private(set) var datagramCount = 0
  private(set) var failures: [String] = []

  /// Two sessions, each made with a name and a random number generator.
  init(
    seed: UInt64, make: (String, any RandomNumberGenerator & Sendable) -> Core
  ) {
    generator = SeededRandom(seed: seed)
    sides = (0..<2).map { make("side \($0)", SeededRandom(seed: seed &+ UInt64($0) + 1)) }
  }

  /// The time on a side's clock.
  func clock(_ side: Int) -> UInt64 {
    side == 0 ? now : UInt64(Double(now) * (1 + skew / 1e6)) + ahead
  }

  mutating func connect() {
    for side in 0..<2 {
      sides[side].sysExPermissions[Self.addresses[1 - side].host] = SysExPermission(
        received: .unlimited, sent: .unlimited)
    }
    sides[0].connect(to: Self.addresses[1], at: clock(0))
    settle()
  }

  mutating func send(_ message: RTPMIDIMessage, from side: Int) {
    if side == 0 { sent.play(message) }
    let time = clock(side)
    if case .short(let ump) = message {
      _ = sides[side].send([HostTimedUMP(hostTime: time, ump: ump)])
    }
    sides[side].flush(at: time)
    settle()
  }

  /// Advances the time.
  mutating func run(_ duration: UInt64, step: UInt64 = 1_000_000) {
    let end = now + duration
    while now < end {
      now += step
      deliver()
      for side in 0..<2 {
        if let deadline = sides[side].deadline, deadline <= clock(side) {
          sides[side].tick(at: clock(side))
        }
      }
      settle()
    }
  }

  private mutating func deliver() {
    let due = datagrams.filter { $0.time <= now }.sorted { $0.time < $1.time }
    datagrams.removeAll { $0.time <= now }
    for datagram in due {
      let sender = Self.addresses[datagram.from]
      sides[1 - datagram.from].receive(
        datagram.bytes, from: datagram.port == .control ? sender : sender.dataAddress,
        on: datagram.port, at: clock(1 - datagram.from))
    }
  }

  private mutating func settle() {
    for side in 0..<2 {
      for effect in sides[side].takeEffects() { apply(effect, of: side) }
    }
  }

  private mutating func apply(_ effect: SessionEffect, of side: Int) {
    switch effect {
    case .send(let bytes, let port, _):
      datagramCount += 1
      if conditions.isDown || generator.chance(conditions.loss) { return }
      for _ in 0...(generator.chance(conditions.duplicate) ? 1 : 0) {
        let delay = UInt64.random(in: conditions.delay, using: &generator)
        datagrams.append(Datagram(time: now + delay, bytes: bytes, from: side, port: port))
      }
    case .play(let events, _):
      played[side] += events
      for event in events { synths[side].play(event.message) }
    case .deliver(let packets, _):
      delivered[side] += packets
      for packet in packets { synths[side].play(.short(packet.ump)) }
    case .failed(_, let reason): failures.append(reason)
    case .peersChanged, .requestsChanged: break
    }
  }
}

extension SimulatedNetwork where Core == AppleMIDICore {
  init(seed: UInt64) {
    self.init(seed: seed) { AppleMIDICore(name: $0, policy: .anyone, random: $1) }
  }

  /// Sends a System Exclusive message from the first side.
  mutating func send(sysEx data: [UInt8]) {
    let message = RTPMIDIMessage.sysEx(
      SysExSegment(isFirst: true, ending: .complete, data: data))
    sent.play(message)
    _ = sides[0].send(message, time: clock(0))
    sides[0].flush(at: clock(0))
    settle()
  }
}
