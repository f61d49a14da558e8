import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// Chains in which a member cannot follow, is delayed by a period, or is muted for its output.
@Suite(.serialized) struct ChainFaultTests {
  private static func gains(_ count: Int) throws -> [Instance] {
    try (0..<count).map { _ in try Instance(built: "Gain", "aufx gain Tnto") }
  }

  private func difference(_ rigs: [ChainRig]) -> Int? {
    zip(rigs[0].heard, rigs[1].heard).enumerated()
      .first { $1.0.bitPattern != $1.1.bitPattern }?.offset
  }

  /// It is written by hand, without support for links.
  private static func stranger() throws -> Instance {
    try Instance(built: "FaultyComponents", "aufx good Flty")
  }

  @Test(arguments: 0..<3) func aNodeThatRefusesALinkIsFedByTheHost(place: Int) throws {
    let rigs = try [false, true].map { handsOn in
      var instances = try Self.gains(2)
      instances.insert(try Self.stranger(), at: place)
      return try ChainRig(instances, handsOn: handsOn)
    }
    defer { for rig in rigs { rig.end() } }
    for cycle in 0..<100 {
      for rig in rigs { rig.render(1 + cycle % 64) }
    }
    // The first one gets no requests.
    #expect(rigs[1].instances[place].refusesLinks == (place > 0))
    #expect(rigs[1].instances[place].renderMemory?.isFollowing == false)
    #expect(rigs[1].misses == [0, 0, 0])
    #expect(rigs[1].heard.contains { $0 != 0 })
    #expect(difference(rigs) == nil)
  }

  @Test(arguments: 1...3) func membersUnmutedLaterSoundTheSame(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rigs = try [false, true].map { try ChainRig(try Self.gains(4), handsOn: $0) }
    defer { for rig in rigs { rig.end() } }
    for cycle in 0..<200 {
      if cycle % 20 == 19 {
        let member = Int.random(in: 0..<4, using: &random)
        let timing: NodeTiming = Bool.random(using: &random) ? .onePeriodLater : .sameCycle
        for rig in rigs { rig.graph.setTiming(timing, node: rig.nodes[member]) }
      }
      for (index, rig) in rigs.enumerated() {
        rig.render()
        // A node that plays a period later may be late by exactly that.
        #expect(rig.isSettled(except: -1), "\(index)")
      }
    }
    #expect(rigs[0].heard.contains { $0 != 0 })
    #expect(rigs[0].misses == rigs[1].misses)
    #expect(difference(rigs) == nil)
  }

  /// NaN, infinite and far too loud samples, in random members at random times.
  @Test(arguments: 1...6) func mutedMembersSoundTheSame(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var isFaulty = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Bool.random(using: &random)
    }
    isFaulty.insert(true, at: Int.random(in: 0...isFaulty.count, using: &random))
    let rigs = try [false, true].map { handsOn in
      try ChainRig(
        try isFaulty.map { isFaulty in
          try isFaulty ? Instance.faultyEffect() : Instance(built: "Gain", "aufx gain Tnto")
        }, handsOn: handsOn)
    }
    defer { for rig in rigs { rig.end() } }
    let faulty = isFaulty.indices.filter { isFaulty[$0] }
    for cycle in 0..<1600 {
      let frameCount = Int.random(in: 16...64, using: &random)
      if cycle % 12 == 0, let member = faulty.randomElement(using: &random),
        let fault = [0, 0, 0, 1, 2, 5].randomElement(using: &random)
      {
        let frame = Int.random(in: 0..<frameCount, using: &random)
        for rig in rigs { rig.send(.fault(fault), at: frame, to: member) }
      }
      for rig in rigs { rig.render(frameCount) }
    }
    let mutes = rigs.map { $0.graph.readings().map(\.mutes) }
    #expect(mutes[0].contains { $0 > 0 })
    #expect(mutes[0] == mutes[1])
    #expect(rigs[1].followers == isFaulty.count - 1)
    #expect(rigs[0].heard.allSatisfy { $0.isFinite && $0.magnitude <= 16 })
    #expect(rigs[0].heard.contains { $0 != 0 })
    #expect(difference(rigs) == nil)
  }

  /// A member that hands on is bypassed, so the host waits for its predecessors separately.
  ///
  /// These have the time that all took before.
  @Test func aChainThatFallsApartHasTheTimeThatItHad() throws {
    let slow = try Instance(built: "UnrulyExtension", "aumu unru Test")
    let rig = try ChainRig([slow] + Self.gains(3), handsOn: true)
    defer { rig.end() }
    for _ in 0..<20 { rig.render() }
    #expect(rig.followers == 3)
    // Half of the time, all of it in the first one.
    rig.send(.parameter(address: 3, value: 60_000), at: 0, to: 0)
    // A stalled machine causes additional misses.
    let isInTime = (0..<5).contains { attempt in
      rig.graph.setBypass(false, node: rig.nodes[2])
      for _ in 0..<4 { rig.render(milliseconds: 120) }
      let before = rig.misses
      rig.graph.setBypass(true, node: rig.nodes[2])
      for _ in 0..<4 { rig.render(milliseconds: 120) }
      return rig.misses == before
    }
    #expect(isInTime)
  }
}
