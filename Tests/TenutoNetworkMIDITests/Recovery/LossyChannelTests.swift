import NetworkSimulation
import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// After every received packet, the receiver has the sender's state, regardless of losses.
struct LossyChannelTests {
  struct Weather: CustomStringConvertible, Sendable {
    let description: String
    let loss: Int
    var reorder = 0
    var duplicate = 0
    /// Losses in a row, at regular intervals.
    var outage: (every: Int, length: Int)?
  }

  static let weathers = [
    Weather(description: "fair", loss: 0),
    Weather(description: "5 % loss", loss: 5),
    Weather(description: "20 % loss", loss: 20),
    Weather(description: "reordered and doubled", loss: 5, reorder: 20, duplicate: 10),
    Weather(description: "outages", loss: 5, outage: (every: 500, length: 200)),
  ]

  @Test(arguments: weathers, 0..<4 as Range<UInt64>)
  func receiverHasTheSendersState(_ weather: Weather, seed: UInt64) throws {
    var run = LossyRun(weather, seed: seed)
    for _ in 0..<2000 { try run.step() }
    let counters = run.stream.counters
    #expect(counters.uncovered == 0)
    #expect(run.compared > 800)
    if weather.loss > 0 { #expect(counters.lost > 0 && counters.recovered > 0) }
  }
}

/// A sender, a channel that loses packets, and a receiver.
private struct LossyRun {
  private let weather: LossyChannelTests.Weather
  private var generator: SeededRandom
  private var music: RandomMusic
  private var next: UInt64 = 1
  private var history = SentHistory(first: 1)
  private var sender = ReferenceSynth()
  private var senders: [UInt16: ReferenceSynth] = [:]
  private var receiver = ReferenceSynth()
  private var held: [[UInt8]] = []
  private(set) var stream = ReceivedStream()
  private(set) var compared = 0

  init(_ weather: LossyChannelTests.Weather, seed: UInt64) {
    self.weather = weather
    generator = SeededRandom(seed: seed ^ 0x5EED)
    music = RandomMusic(seed: seed)
  }

  mutating func step() throws {
    let datagram = makePacket()
    if let outage = weather.outage, Int(next) % outage.every < outage.length { return }
    if generator.chance(weather.loss) { return }
    if generator.chance(weather.reorder) { return held.append(datagram) }
    try deliver(datagram)
    if generator.chance(weather.duplicate) { try deliver(datagram) }
    for datagram in held { try deliver(datagram) }
    held = []
  }

  private mutating func makePacket() -> [UInt8] {
    var messages = (0..<Int.random(in: 0...4, using: &generator)).map { _ in music.message() }
    if generator.chance(5), history.sysExByteCount < 300 { messages += segments(of: music.sysEx()) }
    let packet = RTPMIDIPacket(
      sequenceNumber: UInt16(truncatingIfNeeded: next), timestamp: UInt32(next), ssrc: 7,
      commands: messages.map { RTPMIDICommand($0) }, journal: history.journal(of: next))
    for message in messages {
      history.record(message, in: next)
      sender.play(message)
    }
    senders[packet.sequenceNumber] = sender
    next += 1
    return packet.encoded
  }

  /// A complete message, or segments with realtime messages in between.
  private mutating func segments(of data: [UInt8]) -> [RTPMIDIMessage] {
    guard data.count > 2, generator.chance(50) else {
      return [.sysEx(SysExSegment(isFirst: true, ending: .complete, data: data))]
    }
    let middle = data.count / 2
    return [
      .sysEx(SysExSegment(isFirst: true, ending: .open, data: Array(data[..<middle]))),
      .system(0xF8),
      .sysEx(SysExSegment(isFirst: false, ending: .complete, data: Array(data[middle...]))),
    ]
  }

  private mutating func deliver(_ datagram: [UInt8]) throws {
    let packet = try RTPMIDIPacket(parsing: datagram)
    guard let delivery = stream.receive(packet) else { return }
    for message in delivery.repairs { receiver.play(message) }
    for command in delivery.commands { receiver.play(command.message) }
    let expected = try #require(senders[packet.sequenceNumber])
    if receiver != expected {
      let differences = receiver.differences(from: expected)
      try #require(differences == [], "at packet \(packet.sequenceNumber)")
    }
    compared += 1
    // The receiver's feedback may be lost too.
    if generator.chance(30), let last = stream.last {
      history.acknowledge(through: next - 1 - UInt64(UInt16(truncatingIfNeeded: next - 1) &- last))
    }
  }
}
