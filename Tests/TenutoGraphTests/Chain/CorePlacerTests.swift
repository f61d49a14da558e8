import CTenuto
import Synchronization
import TenutoCore
import TestSupport
import Testing

@testable import TenutoHost

/// Which cores the extensions of a live chain may use.
@Suite(.serialized, .enabled(if: tenuto_cores(0).nonzeroBitCount > 1)) struct CorePlacerTests {
  private func makeRig(count: Int) throws -> ChainRig {
    let instances = try (0..<count).map { _ in try Instance(built: "Gain", "aufx gain Tnto") }
    let rig = try ChainRig(instances, handsOn: true)
    for _ in 0..<20 { rig.render() }
    return rig
  }

  private func thread(_ instance: Instance) throws -> Int32 {
    let inner = instance.setup.withLock { $0.renderThread }
    return try #require(instance.process.thread(named: inner))
  }

  private func masks(_ rig: ChainRig) throws -> [UInt64] {
    try rig.instances.map { tenuto_cores(try thread($0)) }
  }

  @Test func aChainGetsOneCore() throws {
    let rig = try makeRig(count: 3)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    let masks = try masks(rig)
    #expect(Set(masks).count == 1)
    #expect(masks[0].nonzeroBitCount == 1 && masks[0] & ~tenuto_cores(0) == 0)
  }

  @Test func whoSoundsAloneIsFree() throws {
    let rig = try makeRig(count: 1)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    #expect(try masks(rig) == [tenuto_cores(0)])
  }

  @Test func whoWasPlacedBySomebodyElseStays() throws {
    let rig = try makeRig(count: 3)
    defer { rig.end() }
    CorePlacer.place(rig.graph)
    let own = try masks(rig)[0]
    let other = tenuto_cores(0) & ~own
    #expect(tenuto_set_cores(try thread(rig.instances[1]), other) == 0)
    for _ in 0..<2 { CorePlacer.place(rig.graph) }
    #expect(try masks(rig) == [own, other, own])
  }
}
