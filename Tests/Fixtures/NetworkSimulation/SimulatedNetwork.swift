package import TenutoCore
package import TenutoMIDI
package import TenutoNetworkMIDI

extension SeededRandom {
  /// Returns true with a probability of `percent`.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }
}

/// Two sessions and a network between them, with simulated time.
package struct SimulatedNetwork<Core: SessionCore> {
  /// The effects of the network on datagrams.
  package struct Conditions {
    /// Percentage of lost datagrams.
    package var loss = 0
    /// Percentage of duplicated datagrams.
    package var duplicate = 0
    /// The latency of a datagram, in nanoseconds.
    package var delay: ClosedRange<UInt64> = 500_000...500_000
    /// Whether nothing passes.
    package var isDown = false
  }

  private struct Datagram {
    let time: UInt64
    let bytes: [UInt8]
    let from: Int
    let port: SessionPort
  }

  /// Receives all sent datagrams, before losses, with the network's time.
  package typealias Tap = (_ bytes: [UInt8], _ from: Int, _ port: SessionPort, _ time: UInt64) ->
    Void

  package static var second: UInt64 { 1_000_000_000 }
  package static var addresses: [NetworkAddress] {
    [
      NetworkAddress(host: [10, 0, 0, 1], port: 5004),
      NetworkAddress(host: [10, 0, 0, 2], port: 5004),
    ]
  }

  package var conditions = Conditions()
  package var sides: [Core]
  /// The events that each side has played, with the time of its own clock.
  package var played: [[IncomingStream.Event]] = [[], []]
  /// The packets that each side has played.
  package var delivered: [[HostTimedUMP]] = [[], []]
  package var synths = [ReferenceSynth(), ReferenceSynth()]
  /// The messages that the first side has sent.
  package private(set) var sent = ReferenceSynth()
  package private(set) var now: UInt64 = 1_000 * Self.second
  /// The second side's clock error in millionths, and its offset.
  package var skew = 0.0
  package var ahead: UInt64 = 77_123_456_789
  private var generator: SeededRandom
  private var datagrams: [Datagram] = []
  package private(set) var datagramCount = 0
  package private(set) var failures: [String] = []
  package var tap: Tap?

  /// Two sessions, each made with a name and a random number generator.
  package init(
    seed: UInt64, make: (String, any RandomNumberGenerator & Sendable) -> Core
  ) {
    generator = SeededRandom(seed: seed)
    sides = (0..<2).map { make("side \($0)", SeededRandom(seed: seed &+ UInt64($0) + 1)) }
  }

  /// The time on a side's clock.
  package func clock(_ side: Int) -> UInt64 { clock(side, at: now) }

  /// Returns the time of a side's clock at a time of the network.
  package func clock(_ side: Int, at time: UInt64) -> UInt64 {
    side == 0 ? time : UInt64(Double(time) * (1 + skew / 1e6)) + ahead
  }

  package mutating func connect() {
    for side in 0..<2 {
      sides[side].sysExPermissions[Self.addresses[1 - side].host] = SysExPermission(
        received: .unlimited, sent: .unlimited)
    }
    sides[0].connect(to: Self.addresses[1], at: clock(0))
    settle()
  }

  package mutating func send(_ message: RTPMIDIMessage, from side: Int) {
    if side == 0 { sent.play(message) }
    let time = clock(side)
    if case .short(let ump) = message {
      _ = sides[side].send([HostTimedUMP(hostTime: time, ump: ump)])
    }
    sides[side].flush(at: time)
    settle()
  }

  /// Advances the time.
  package mutating func run(_ duration: UInt64, step: UInt64 = 1_000_000) {
    let end = now + duration
    while now < end {
      now += step
      turn()
    }
  }

  /// Lets time pass from one deadline to the next, which is fast if little happens.
  package mutating func leap(_ duration: UInt64) {
    let end = now + duration
    while now < end {
      // A microsecond more, to allow for the rounding of different clocks.
      let due = (0..<2).compactMap { side in sides[side].deadline.map { time(of: $0, side) + 1000 }
      }
      now = min(max((due + datagrams.map(\.time)).min() ?? end, now + 1000), end)
      turn()
    }
  }

  /// Returns the network's time at which a side's clock shows a time.
  private func time(of clock: UInt64, _ side: Int) -> UInt64 {
    side == 0 ? clock : UInt64(Double(clock &- min(ahead, clock)) / (1 + skew / 1e6))
  }

  private mutating func turn() {
    deliver()
    for side in 0..<2 {
      if let deadline = sides[side].deadline, deadline <= clock(side) {
        sides[side].tick(at: clock(side))
      }
    }
    settle()
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
      tap?(bytes, side, port, now)
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
  package init(seed: UInt64) {
    self.init(seed: seed) { AppleMIDICore(name: $0, policy: .anyone, random: $1) }
  }

  /// Sends a message from a side, and returns the delay of its playback at the other side, in
  /// nanoseconds; infinite if it is not played.
  ///
  /// Both sides have buffers of a fixed delay. A timestamp truncates up to a tick of 0.1 ms, half a
  /// tick on average, which is not an error of the estimated clock.
  private mutating func timeError(of number: Int, from side: Int) -> Double {
    let sent = now
    let value = UInt32(number & 0x7F)
    send(.short(UMP(0x20B0_0700 | value)), from: side)
    leap(1_000_000)
    guard let time = played[1 - side].last?.time else { return .infinity }
    played = [[], []]
    let delay = Int64(sides[1 - side].bufferRange.lowerBound)
    let rest = Int64(clock(side, at: sent) % ClockEstimate.tick)
    let halfTick = Int64(ClockEstimate.tick / 2)
    return Double(Int64(time) + rest - halfTick - delay - Int64(clock(1 - side, at: sent)))
  }

  /// Connects sides whose clocks are `skew` millionths apart, sends messages from both in turn, one
  /// in 5 s, and returns the largest error of their times in nanoseconds.
  package mutating func worstTimeError(skew: Double, messages: Int) -> Double {
    self.skew = skew
    for side in 0..<2 { sides[side].bufferRange = 5_000_000...5_000_000 }
    conditions.delay = 100_000...200_000
    connect()
    leap(200 * Self.second)
    return (0..<messages).reduce(0) { worst, number in
      // At any position within a tick.
      leap(4_999_000_000 + UInt64(number % 97) * 1031)
      return max(worst, timeError(of: number, from: number & 1).magnitude)
    }
  }

  /// Sends a System Exclusive message from the first side.
  package mutating func send(sysEx data: [UInt8]) {
    let message = RTPMIDIMessage.sysEx(
      SysExSegment(isFirst: true, ending: .complete, data: data))
    sent.play(message)
    _ = sides[0].send(message, time: clock(0))
    sides[0].flush(at: clock(0))
    settle()
  }
}
