import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Two devices and the connection between them, which carries each message in packets.
struct CIConversation {
  var first: CIDevice
  var second: CIDevice
  var generator: SeededGenerator
  var now: UInt64 = 0
  var firstEvents: [CIEvent] = []
  var secondEvents: [CIEvent] = []

  /// The second device's answer to a request of property exchange; nil delays it.
  var answer: (CIPropertyRequest) -> (header: [UInt8], body: [UInt8])? = { ($0.header, $0.body) }

  init(
    seed: UInt64 = 1, first: CIConfiguration = .testing(1), second: CIConfiguration = .testing(2)
  ) {
    generator = SeededGenerator(seed: seed)
    self.first = CIDevice(configuration: first, using: &generator)
    self.second = CIDevice(configuration: second, using: &generator)
  }

  /// Sends messages from the first device, and delivers messages until neither has more.
  mutating func send(_ messages: [CIMessage]) throws {
    var toSecond = messages
    var toFirst: [CIMessage] = []
    while !toSecond.isEmpty || !toFirst.isEmpty {
      let isForSecond = toFirst.isEmpty || (!toSecond.isEmpty && generator.next() & 1 == 0)
      if isForSecond {
        toFirst += try deliverToSecond(toSecond.removeFirst())
      } else {
        let output = first.receive(try carry(toFirst.removeFirst()), now: now, using: &generator)
        firstEvents += output.events
        toSecond += output.messages
      }
    }
  }

  private mutating func deliverToSecond(_ message: CIMessage) throws -> [CIMessage] {
    let output = second.receive(try carry(message), now: now, using: &generator)
    secondEvents += output.events
    var answers = output.messages
    for case .propertyRequest(let request) in output.events {
      guard let (header, body) = answer(request) else { continue }
      answers += try second.answer(request, header: header, body: body)
    }
    return answers
  }

  /// Returns the bytes of a message after conversion to packets and back.
  private func carry(_ message: CIMessage) throws -> [UInt8] {
    var reassembler = SysExReassembler()
    let packets = try SysExPackets(sysEx7: message.payload)
    let arrived = packets.compactMap { reassembler.receive($0, at: now).message?.payload }
    return try #require(arrived.first)
  }

  /// Makes the devices discover each other.
  mutating func discover() throws {
    try send(first.discover(now: now).messages)
  }
}

extension CIConfiguration {
  static func testing(_ model: UInt14) -> CIConfiguration {
    CIConfiguration(
      identity: DeviceIdentity(
        manufacturer: .educational, family: 1, model: model, softwareRevision: 0))
  }
}
