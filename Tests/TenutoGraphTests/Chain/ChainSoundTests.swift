import Glibc
import TenutoCore
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// A linked chain sounds bit-identical to one whose signal passes through the host.
@Suite(.serialized) struct ChainSoundTests {
  private static func make(_ kinds: [Int]) throws -> [Instance] {
    try kinds.map { kind in
      switch kind {
      case 0: try Instance(built: "Delay", "aufx dely Tnto")
      case 1: try Instance(built: "CProbe", "aumf cprb Test")
      default: try Instance(built: "Gain", "aufx gain Tnto")
      }
    }
  }

  /// Applies the same random actions to both.
  private func disturb(_ rigs: [ChainRig], _ random: inout SeededRandom, frameCount: Int) {
    let member = Int.random(in: 0..<rigs[0].instances.count, using: &random)
    let parameters = rigs[0].instances[member].description.parameters
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      let isBypassed = Bool.random(using: &random)
      for rig in rigs { rig.graph.setBypass(isBypassed, node: rig.nodes[member]) }
    case 1...3:
      guard let parameter = parameters.randomElement(using: &random) else { return }
      let value = Float.random(in: parameter.range, using: &random)
      let frame = Int.random(in: 0..<frameCount, using: &random)
      for rig in rigs {
        rig.send(
          .ramp(
            address: parameter.address, value: value,
            frameCount: UInt32(frame * 3)), at: frame, to: member)
      }
    default: break
    }
  }

  @Test(arguments: 1...3) func aRandomChainSoundsTheSame(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // The C kernel is last, so that it gets the output of the others.
    let kinds =
      (0..<Int.random(in: 2...5, using: &random)).map { _ in
        2 * Int.random(in: 0..<2, using: &random)
      } + [1]
    let rigs = [
      try ChainRig(try Self.make(kinds), handsOn: false),
      try ChainRig(try Self.make(kinds), handsOn: true),
    ]
    defer { for rig in rigs { rig.end() } }
    for _ in 0..<300 {
      let frameCount = Int.random(in: 1...64, using: &random)
      disturb(rigs, &random, frameCount: frameCount)
      for rig in rigs { rig.render(frameCount) }
    }
    #expect(rigs[0].followers == 0)
    #expect(rigs[1].followers == kinds.count - 1)
    #expect(rigs[0].misses == rigs[1].misses)
    #expect(rigs[0].heard.contains { $0 != 0 })
    let difference = zip(rigs[0].heard, rigs[1].heard).enumerated().first { $1.0 != $1.1 }
    #expect(difference == nil)
  }

  @Test(arguments: 0..<4) func anEndInAChainAffectsNoOtherMember(victim: Int) throws {
    let rig = try ChainRig(try Self.make([2, 2, 1, 2]), handsOn: true)
    defer { rig.end() }
    for _ in 0..<20 { rig.render() }
    #expect(rig.followers == 3)
    _ = kill(rig.instances[victim].process.identifier, SIGKILL)
    for _ in 0..<200 {
      rig.render(milliseconds: 1000)
      try #require(rig.isSettled(except: victim))
    }
    for (index, misses) in rig.misses.enumerated() {
      if index == victim { #expect(misses > 100) } else { #expect(misses < 3, "\(index)") }
    }
  }

  @Test(arguments: 0..<4) func aSleepInAChainAffectsNoOtherMember(victim: Int) throws {
    let rig = try ChainRig(try Self.make([2, 1, 2, 2]), handsOn: true)
    defer { rig.end() }
    for _ in 0..<20 { rig.render() }
    _ = kill(rig.instances[victim].process.identifier, SIGSTOP)
    for _ in 0..<50 {
      rig.render(milliseconds: 1000)
      try #require(rig.isSettled(except: victim))
    }
    for (index, misses) in rig.misses.enumerated() {
      if index == victim { #expect(misses > 40) } else { #expect(misses < 3, "\(index)") }
    }
    _ = kill(rig.instances[victim].process.identifier, SIGCONT)
    let comesBack = eventually {
      let before = rig.misses[victim]
      rig.render(milliseconds: 1000)
      return rig.misses[victim] == before
    }
    #expect(comesBack)
  }

  @Test func aChainIsHandedOnAgainWhenAMemberHasBeenReplaced() throws {
    let rig = try ChainRig(try Self.make([2, 2, 2]), handsOn: true)
    defer { rig.end() }
    for _ in 0..<20 { rig.render() }
    let new = try Instance(built: "Gain", "aufx gain Tnto")
    defer { new.terminate() }
    try rig.graph.replace(rig.nodes[1], with: new)
    let isFollowing = eventually {
      rig.render()
      rig.graph.takeHandoff()
      return new.renderMemory?.isFollowing == true
        && rig.instances[2].renderMemory?.isFollowing == true
    }
    #expect(isFollowing)
  }
}
