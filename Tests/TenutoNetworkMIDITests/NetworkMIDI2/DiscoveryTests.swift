import NetworkSimulation
import TenutoMIDI
import TenutoMIDIMessages
import Testing

@testable import TenutoNetworkMIDI

/// Endpoint and function block discovery by sessions.
struct DiscoveryTests {
  typealias Network = SimulatedNetwork<NetworkMIDI2Core>

  private static func endpoint(_ name: String, blocks: Int) -> UMPEndpoint {
    var endpoint = UMPEndpoint(name: name, protocols: [.midi1, .midi2])
    endpoint.productInstanceID = "serial of \(name)"
    for number in 0..<blocks {
      let info = FunctionBlockInfo(
        number: UInt7(clamping: number), direction: .bidirectional, firstGroup: UInt8(number & 15),
        groupCount: 1)
      endpoint.functionBlocks.append(
        UMPFunctionBlock(info, name: "block \(number) of \(name), whose name is long"))
    }
    return endpoint
  }

  /// Both sides learn all descriptions, including 32 function blocks, regardless of losses.
  @Test(arguments: [0, 20]) func bothSidesLearnEachOthersEndpoint(loss: Int) {
    var network = Network(seed: 31)
    let endpoints = [Self.endpoint("first", blocks: 3), Self.endpoint("second", blocks: 32)]
    for side in 0..<2 { network.sides[side].endpoint = endpoints[side] }
    network.conditions.loss = loss
    network.connect()
    network.run(8 * Network.second)
    for side in 0..<2 {
      #expect(network.sides[side].status.map(\.endpoint) == [endpoints[1 - side]])
    }
  }

  /// An inquiry is answered once and not passed on; the answer is passed on.
  @Test func anInquiryIsAnsweredByTheSession() {
    var network = Network(seed: 32)
    network.sides[1].endpoint = Self.endpoint("second", blocks: 1)
    network.connect()
    network.run(Network.second)
    network.delivered = [[], []]
    let question = StreamMessage.endpointDiscovery(version: .current, filter: .endpointInfo).ump
    _ = network.sides[0].send([HostTimedUMP(hostTime: 1, ump: question)])
    network.sides[0].flush(at: network.clock(0))
    network.run(Network.second)
    #expect(network.delivered[1].isEmpty)
    let info = Self.endpoint("second", blocks: 1).info
    #expect(network.delivered[0].map(\.ump) == [StreamMessage.endpointInfo(info).ump])
  }

  /// Without an endpoint a session neither inquires nor answers.
  @Test func aSessionWithoutAnEndpointPassesInquiriesOn() {
    var network = Network(seed: 33)
    network.connect()
    network.run(Network.second)
    #expect(network.delivered.map(\.count) == [0, 0])
    _ = network.sides[0].send(
      UMPEndpointObserver.questions.map { HostTimedUMP(hostTime: 1, ump: $0) })
    network.sides[0].flush(at: network.clock(0))
    network.run(Network.second)
    #expect(network.delivered[1].map(\.ump) == UMPEndpointObserver.questions)
    #expect(network.delivered[0].isEmpty)
    #expect(network.sides[0].status.map(\.endpoint) == [nil])
  }

  /// A peer may request MIDI 1.0, and gets it from then on.
  @Test func aRequestedProtocolIsUsed() {
    var network = Network(seed: 34)
    network.sides[1].endpoint = Self.endpoint("second", blocks: 1)
    network.connect()
    network.run(Network.second)
    let request = StreamConfiguration(umpProtocol: .midi1, jitterReduction: [])
    _ = network.sides[0].send([
      HostTimedUMP(hostTime: 1, ump: StreamMessage.streamConfigurationRequest(request).ump)
    ])
    network.sides[0].flush(at: network.clock(0))
    network.run(Network.second)
    network.delivered = [[], []]
    _ = network.sides[1].send([
      HostTimedUMP(hostTime: 1, ump: UMP(0x4090_3C00, 0xFFFF_0000))
    ])
    network.sides[1].flush(at: network.clock(1))
    network.run(Network.second)
    #expect(network.delivered[0].map(\.ump) == [UMP(0x2090_3C7F)])
  }

  /// A flood of inquiries leaves a bounded number of waiting answers.
  @Test func aFloodOfInquiriesIsBounded() throws {
    var network = Network(seed: 35)
    network.sides[1].endpoint = Self.endpoint("second", blocks: 32)
    network.connect()
    network.run(Network.second)
    let flood = (0..<2000).flatMap { _ in UMPEndpointObserver.questions }
    _ = network.sides[0].send(flood.map { HostTimedUMP(hostTime: 1, ump: $0) })
    network.sides[0].flush(at: network.clock(0))
    let peer = try #require(network.sides[1].peers.values.first)
    var mostWaiting = 0
    for _ in 0..<200 {
      network.run(1_000_000)
      mostWaiting = max(mostWaiting, peer.outgoing.waitingCount)
    }
    #expect((1..<2048).contains(mostWaiting))
  }
}
