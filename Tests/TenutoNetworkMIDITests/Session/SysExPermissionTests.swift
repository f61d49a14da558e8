import NetworkSimulation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// System Exclusive permissions, in both protocols and both directions.
struct SysExPermissionTests {
  private static func permission(_ received: SysExLimit, _ sent: SysExLimit) -> SysExPermission {
    SysExPermission(received: received, sent: sent)
  }

  /// The permission to send at the first side, to receive at the second, and the longest permitted
  /// message.
  static let cases: [(sent: SysExLimit, received: SysExLimit, longest: Int)] = [
    (.unlimited, .unlimited, 70_000), (.limited, .unlimited, 65_536),
    (.unlimited, .limited, 65_536), (.none, .unlimited, 0), (.unlimited, .none, 0),
  ]

  /// Connects a session, sends messages of some lengths and a note after each from the first side,
  /// and returns the received ones.
  private func pass<Core: SessionCore>(
    _ network: inout SimulatedNetwork<Core>, _ lengths: [Int], sent: SysExLimit,
    received: SysExLimit
  ) throws {
    network.connect()
    network.sides[0].sysExPermissions[SimulatedNetwork<Core>.addresses[1].host] = Self.permission(
      .none, sent)
    network.sides[1].sysExPermissions[SimulatedNetwork<Core>.addresses[0].host] = Self.permission(
      received, .none)
    network.run(SimulatedNetwork<Core>.second)
    for length in lengths {
      let payload = (0..<length).map { UInt8($0 & 0x7F) }
      let packets = try SysExPackets(sysEx7: payload).map { HostTimedUMP(hostTime: 1, ump: $0) }
      _ = network.sides[0].send(packets)
      _ = network.sides[0].send([HostTimedUMP(hostTime: 1, ump: UMP(0x2090_3C40))])
      network.sides[0].flush(at: network.clock(0))
      network.run(SimulatedNetwork<Core>.second)
    }
  }

  private static let lengths = [10, 65_536, 65_537, 70_000, 3]

  @Test(arguments: cases) func messagesOfRTPPassAsPermitted(
    sent: SysExLimit, received: SysExLimit, longest: Int
  ) throws {
    var network = SimulatedNetwork<AppleMIDICore>(seed: 41)
    try pass(&network, Self.lengths, sent: sent, received: received)
    var whole: [Int] = []
    var data: [UInt8]?
    for event in network.played[1] {
      guard case .sysEx(let segment) = event.message else { continue }
      data = segment.isFirst ? segment.data : data.map { $0 + segment.data }
      if segment.ending == .complete, let count = data?.count { whole.append(count) }
      if segment.ending != .open { data = nil }
    }
    #expect(whole == Self.lengths.filter { $0 <= longest })
    #expect(data == nil, "a message that is too long is cancelled")
    #expect(network.synths[1].soundingNotes == 1, "notes pass in any case")
    let refused = network.sides.map { $0.status[0].sysExRefused }.reduce(0, +)
    #expect(refused == UInt64(Self.lengths.count { $0 > longest }))
  }

  @Test(arguments: cases) func messagesOfMIDI2PassAsPermitted(
    sent: SysExLimit, received: SysExLimit, longest: Int
  ) throws {
    var network = SimulatedNetwork<NetworkMIDI2Core>(seed: 42)
    try pass(&network, Self.lengths, sent: sent, received: received)
    var reassembler = SysExReassembler()
    let whole = network.delivered[1].compactMap {
      reassembler.receive($0.ump).message?.payload.count
    }
    #expect(whole == Self.lengths.filter { $0 <= longest })
    let refused = network.sides.map { $0.status[0].sysExRefused }.reduce(0, +)
    #expect(refused == UInt64(Self.lengths.count { $0 > longest }))
  }

  /// By default messages of more than 64 KiB are stopped, and all from unknown hosts.
  @Test func thePolicyPermitsShortMessagesOfContacts() {
    var core = AppleMIDICore(name: "x")
    core.contactHosts = [[10, 0, 0, 1]]
    #expect(
      core.sysExPermission(of: [10, 0, 0, 1], isKnown: false) == Self.permission(.limited, .limited)
    )
    #expect(
      core.sysExPermission(of: [10, 0, 0, 2], isKnown: true) == Self.permission(.limited, .limited))
    #expect(
      core.sysExPermission(of: [10, 0, 0, 2], isKnown: false) == Self.permission(.none, .none))
    core.sysExPolicy = .noOne
    core.sysExPermissions[[10, 0, 0, 2]] = Self.permission(.limited, .none)
    #expect(
      core.sysExPermission(of: [10, 0, 0, 1], isKnown: true) == Self.permission(.none, .none))
    #expect(
      core.sysExPermission(of: [10, 0, 0, 2], isKnown: true) == Self.permission(.limited, .none))
  }

  /// Single-packet streams are counted separately; a Mixed Data Set is counted too.
  @Test func eachStreamIsCountedSeparately() {
    var filter = SysExFilter()
    func part(_ group: UInt32, _ status: UInt32) -> UMP {
      UMP(0x3000_0000 | group << 24 | status << 20 | 6 << 16, 0)
    }
    func passes(_ ump: UMP, _ limit: SysExLimit) -> Bool { filter.passes(ump, limit: limit) }
    #expect(passes(part(0, 1), .limited))
    #expect(passes(part(1, 1), .limited))
    for _ in 0..<10_921 { _ = passes(part(0, 2), .limited) }
    #expect(!passes(part(0, 2), .limited), "64 KiB of group 0 are full")
    #expect(!passes(part(0, 3), .limited), "what follows is dropped")
    #expect(passes(part(1, 3), .limited))
    #expect(filter.refused == 1)
    let header = UMP(0x5081_0010, 0x0001_0001)
    #expect(passes(header, .limited))
    for _ in 0..<4680 { _ = passes(UMP(0x5091_0000), .limited) }
    #expect(!passes(UMP(0x5091_0000), .limited))
    #expect(!passes(header, .none))
    #expect(passes(UMP(0x2090_3C40), .none))
  }
}
