import CTenuto
import Glibc
import TenutoCore
import Testing

@testable import TenutoTransport

/// A linked chain, and changing depths; the test sets the host's words one by one.
final class HandOnTests {
  private let page: CyclePage
  private var members: [Member] = []
  private var cycle: UInt32

  init() throws {
    page = try CyclePage()
    cycle = 0
  }

  /// A chain of `count` members, linked and following, at cycle `first`.
  private func makeChain(_ count: Int, first: UInt32 = 0) throws {
    cycle = first
    for depth in 0..<count { page.catchUp(first, depth: depth) }
    for index in 0..<count {
      members.append(try Member(page: page, depth: index, slot: index))
    }
    for (before, member) in zip(members, members.dropFirst()) {
      try member.link(before.memory, sources: [0])
      member.port.setFollowing(true, cycle: cycle &+ 1)
      before.port.setHandingOn(true)
    }
    // They follow once they have finished a cycle at their depths.
    announce(8)
    for (depth, member) in members.enumerated() {
      page.start(cycle, depth: depth)
      try #require(member.hasDone(cycle))
    }
  }

  private func announce(_ frameCount: Int) {
    cycle &+= 1
    page.announce(
      CyclePage.Announcement(frameCount: UInt32(frameCount), sampleTime: 0, deadline: .never))
  }

  private func ask(_ member: Member, frameCount: Int) {
    member.port.markOutput(frameCount: frameCount)
    member.port.ask(cycle, datagramCount: 0)
  }

  /// Requests the next cycle from all members, each with its predecessor's outputs.
  private func prepare(frameCount: Int, input: Float) {
    announce(frameCount)
    for (index, member) in members.enumerated() {
      ask(member, frameCount: frameCount)
      if index > 0 { member.port.link(cycle, behind: cycle) }
    }
    for frame in 0..<frameCount { unsafe members[0].port.inputSamples(0)[frame] = input }
  }

  private func end() { for member in members { #expect(member.end()) } }

  @Test(arguments: [0, UInt32.max - 100])
  func aChainIsHandedOnFromOneToTheNext(first: UInt32) throws {
    try makeChain(4, first: first)
    for round in 0..<200 {
      let frameCount = 1 + round % 256
      let input = Float(round % 8) / 64
      prepare(frameCount: frameCount, input: input)
      page.start(cycle, depth: 0)
      let isDone = members[3].hasDone(cycle)
      try #require(isDone)
      for (index, member) in members.enumerated() {
        let factor = Float(1 << index)
        let expected = input * factor + factor - 1
        #expect(member.inputs.count == round + 1)
        #expect(member.inputs.last == Array(repeating: expected, count: frameCount))
      }
    }
    // The host has only written to the first one.
    for member in members.dropFirst() {
      for frame in 0..<256 { #expect(unsafe member.port.inputSamples(0)[frame] == 0) }
    }
    end()
  }

  @Test func twoPagesCountTheirOwnCycles() throws {
    let other = try CyclePage()
    other.catchUp(70, depth: 0)
    let head = try Member(page: other, depth: 0, slot: 0)
    let follower = try Member(page: page, depth: 0, slot: 0)
    members = [head, follower]
    try follower.link(head.memory, sources: [0])
    follower.port.setFollowing(true, cycle: 1)
    head.port.setHandingOn(true)
    announce(8)
    page.start(cycle, depth: 0)
    try #require(follower.hasDone(cycle))
    for number in UInt32(71)..<80 {
      announce(8)
      other.announce(CyclePage.Announcement(frameCount: 8, sampleTime: 0, deadline: .never))
      ask(follower, frameCount: 8)
      follower.port.link(cycle, behind: number)
      head.port.markOutput(frameCount: 8)
      head.port.ask(number, datagramCount: 0)
      for frame in 0..<8 { unsafe head.port.inputSamples(0)[frame] = Float(number) / 64 }
      other.start(number, depth: 0)
      try #require(follower.hasDone(cycle))
      #expect(follower.inputs.last == Array(repeating: Float(number) / 32 + 1, count: 8))
    }
    #expect(follower.inputs.count == 9)
    end()
  }

  @Test func anInstanceWaitsForTheLinkedCycle() throws {
    try makeChain(2)
    prepare(frameCount: 8, input: 1)
    page.start(cycle, depth: 0)
    #expect(members[1].hasDone(cycle))
    // The head alone: the other does not use its result.
    announce(8)
    ask(members[0], frameCount: 8)
    page.start(cycle, depth: 0)
    #expect(members[0].hasDone(cycle))
    usleep(20_000)
    #expect(members[1].port.doneCycle == cycle &- 1)
    prepare(frameCount: 8, input: 5)
    page.start(cycle, depth: 0)
    #expect(members[1].hasDone(cycle))
    #expect(members[1].inputs.count == 2)
    end()
  }

  @Test func byOrderItRendersTheHostsInputs() throws {
    try makeChain(2)
    announce(8)
    ask(members[1], frameCount: 8)
    for frame in 0..<8 { unsafe members[1].port.inputSamples(0)[frame] = Float(frame) }
    members[1].port.go(cycle)
    #expect(members[1].hasDone(cycle, nudge: { self.members[1].port.go(self.cycle) }))
    #expect(members[1].inputs == [[0, 1, 2, 3, 4, 5, 6, 7]])
    // Not requested: it only catches up.
    announce(8)
    members[1].port.go(cycle)
    #expect(members[1].hasDone(cycle, nudge: { self.members[1].port.go(self.cycle) }))
    #expect(members[1].port.report.status == RenderStatus.skipped.rawValue)
    #expect(members[1].inputs.count == 1)
    end()
  }

  @Test func givenUpItFadesFromItsLastInput() throws {
    try makeChain(2)
    prepare(frameCount: 100, input: 3)
    page.start(cycle, depth: 0)
    #expect(members[1].hasDone(cycle))
    for _ in 0..<2 {
      announce(100)
      ask(members[1], frameCount: 100)
      members[1].port.link(cycle, behind: cycle)
      members[1].port.go(cycle)
      #expect(members[1].hasDone(cycle, nudge: { self.members[1].port.go(self.cycle) }))
    }
    let fade = (1...64).map { 7 * (1 - Float($0) / 64) }
    #expect(members[1].inputs[1] == fade + Array(repeating: 0, count: 36))
    #expect(members[1].inputs[2] == Array(repeating: 0, count: 100))
    end()
  }

  @Test func aNewcomerRendersTheCycleInWhichItIsWoken() throws {
    for isStartedBefore in [false, true] {
      let member = try Member(page: page, depth: 5, slot: 0, parked: true)
      for _ in 0..<3 {
        announce(8)
        page.start(cycle, depth: 5)
      }
      announce(8)
      ask(member, frameCount: 8)
      if isStartedBefore { page.start(cycle, depth: 5) }
      member.port.unpark()
      if !isStartedBefore { page.start(cycle, depth: 5) }
      #expect(member.hasDone(cycle))
      #expect(member.port.report.status == 0 && member.inputs.count == 1)
      #expect(member.end())
    }
  }

  @Test func anInstanceReachesItsNewDepthAfterItsCycle() throws {
    let member = try Member(page: page, depth: 3, slot: 0)
    var depth = 3
    for (round, next) in [3, 7, 7, 0, 62, 1, 3, 3].enumerated() {
      announce(8)
      let isAsked = round != 4
      if isAsked { ask(member, frameCount: 8) }
      member.port.move(toDepth: next)
      // The other depths continue without this one.
      for other in 0..<63 where other != depth { page.start(cycle, depth: other) }
      usleep(5000)
      #expect(member.port.doneCycle != cycle)
      page.start(cycle, depth: depth)
      #expect(member.hasDone(cycle))
      #expect(member.inputs.count == (round < 4 ? round + 1 : round))
      depth = next
    }
    #expect(member.end())
  }

  @Test func aParkedInstanceComesToTheDepthThatItFindsWhenItIsWoken() throws {
    let member = try Member(page: page, depth: 3, slot: 0, parked: true)
    member.port.move(toDepth: 9)
    announce(8)
    ask(member, frameCount: 8)
    member.port.unpark()
    page.start(cycle, depth: 9)
    #expect(member.hasDone(cycle))
    #expect(member.inputs.count == 1)
    #expect(member.end())
  }

  @Test func atALaggingDepthTheInstanceSleeps() throws {
    cycle = 5000
    page.catchUp(cycle, depth: 3)
    page.catchUp(17, depth: 4)
    let member = try Member(page: page, depth: 3, slot: 0)
    member.port.move(toDepth: 4)
    announce(8)
    ask(member, frameCount: 8)
    page.start(cycle, depth: 3)
    #expect(member.hasDone(5001))
    usleep(20_000)
    #expect(member.port.doneCycle == 5001)
    announce(8)
    ask(member, frameCount: 8)
    page.start(cycle, depth: 4)
    #expect(member.hasDone(5002))
    #expect(member.inputs.count == 2)
    #expect(member.end())
  }

  @Test func linksComeAndGoWhileTheInstanceSleeps() throws {
    try makeChain(3)
    for round in 0..<20 {
      // The cycle in which it returns to its depth, and the one in which it leaves it.
      for follows in [false, true] {
        members[2].port.setFollowing(follows, cycle: cycle &+ 1)
        announce(16)
        members[2].port.go(cycle)
        page.start(cycle, depth: 2)
        try #require(members[2].hasDone(cycle, nudge: { self.members[2].port.go(self.cycle) }))
        if !follows {
          members[2].unlink()
          let other = members[round % 2].memory
          try members[2].link(other, sources: [round % 3 == 0 ? nil : 0])
        }
      }
      prepare(frameCount: 16, input: 1)
      members[0].port.setHandingOn(true)
      page.start(cycle, depth: 0)
      try #require(members[2].hasDone(cycle))
      try #require(members[1].hasDone(cycle))
      let expected: Float = round % 3 == 0 ? 0 : round % 2 == 0 ? 3 : 7
      #expect(members[2].inputs.last == Array(repeating: expected, count: 16))
    }
    end()
  }
}
