import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoSystem
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// Shadows continue from snapshots, when the log no longer goes back to the start.
@Suite(.serialized)
struct SnapshotTests {
  /// Some 60 cycles of an effect, and some 200 of an instrument.
  private static let logBytes = 1 << 15

  /// Adds a shadow, which must be exact.
  private static func addExactShadow(_ scene: ShadowScene) {
    do { try scene.addShadow() } catch { Issue.record(error) }
    #expect(scene.rig.graph.hasWholeLog(scene.node))
  }

  private static func takeSnapshot(_ scene: ShadowScene) {
    do { try scene.rig.graph.takeSnapshot(of: scene.node) } catch { Issue.record(error) }
  }

  /// The log overflows many times; whenever it is half full, the shadow gives a snapshot.
  @Test(arguments: ShadowScene.Subject.all, [SIGKILL, SIGSEGV, SIGSTOP])
  func aLogShorterThanTheSongIsEnough(_ subject: ShadowScene.Subject, _ signal: Int32) throws {
    let cycles = 900
    let whole = try ShadowScene(subject).play(cycles: cycles)
    #expect(whole.contains { $0 != 0 })
    var random = SeededRandom(seed: UInt64(signal))
    let scene = try ShadowScene(subject, logBytes: Self.logBytes)
    try scene.addShadow()
    var (last, next) = (0, 40)
    var (kills, snapshots) = (0, 0)
    let heard = scene.play(cycles: cycles) { cycle in
      if scene.reading.hasShadow, scene.rig.graph.isSnapshotDue(scene.node) {
        Self.takeSnapshot(scene)
        snapshots += 1
      }
      if cycle == last + 10, kills > 0 { Self.addExactShadow(scene) }
      guard cycle == next, cycle < cycles - 20 else { return }
      kills += 1
      last = cycle
      next += Int.random(in: 40...120, using: &random)
      scene.end(with: signal, after: Int.random(in: 0..<200, using: &random))
    }
    #expect(heard == whole)
    #expect(scene.reading.takeovers == UInt64(kills))
    #expect(scene.reading.misses == 0)
    #expect(snapshots > 2)
    let log = try #require(scene.log?.log)
    #expect(log.oldest > log.start, "the log has overflowed")
  }

  /// A node that has played without a log gets an exact shadow: it gives a snapshot itself.
  @Test(arguments: ShadowScene.Subject.all)
  func aShadowMayBeWantedLater(_ subject: ShadowScene.Subject) throws {
    let whole = try ShadowScene(subject).play(cycles: 200)
    let scene = try ShadowScene(subject, keepsCycles: false)
    let heard = scene.play(cycles: 200) { cycle in
      switch cycle {
      case 50:
        do { try scene.addShadow() } catch { Issue.record(error) }
        #expect(!scene.rig.graph.hasWholeLog(scene.node))
      case 53:
        Self.takeSnapshot(scene)
        Self.addExactShadow(scene)
      case 80:
        #expect(scene.reading.hasShadow)
        scene.end(with: SIGKILL, after: 50)
      default: break
      }
    }
    #expect(heard == whole)
    #expect(scene.reading.takeovers == 1)
  }

  /// A value set by a request is in the snapshot, even before the kernel has got it.
  @Test func aNodeThatWasChangedByRequestHasAnExactShadowAgain() throws {
    func play(_ body: @escaping (ShadowScene, Int) -> Void) throws -> [Float] {
      let scene = try ShadowScene.trapped()
      try scene.addShadow()
      defer { withExtendedLifetime(scene) {} }
      return scene.play(cycles: 150) { cycle in
        if cycle == 40 { try? scene.first.set(1, to: 0.25) }
        body(scene, cycle)
      }
    }
    let whole = try play { _, _ in }
    for pause in [0, 1, 7] {
      let heard = try play { scene, cycle in
        if cycle == 40 + pause {
          Self.takeSnapshot(scene)
          Self.addExactShadow(scene)
        }
        if cycle == 80 {
          #expect(scene.reading.hasShadow)
          scene.end(with: SIGKILL, after: 20)
        }
        if cycle == 90 { #expect(scene.reading.takeovers == 1) }
      }
      #expect(heard == whole, "\(pause) cycles after the request")
    }
  }

  /// A process that ends while its shadow copies its state is replaced in the same cycle.
  @Test(arguments: ["Delay", "Sampler", "Reverb"])
  func aTakeoverDuringASnapshotIsUnheard(_ program: String) throws {
    let subject = try #require(ShadowScene.Subject.all.first { $0.program == program })
    let whole = try ShadowScene(subject).play(cycles: 300)
    var random = SeededRandom(seed: 5)
    let scene = try ShadowScene(subject, logBytes: 1 << 20)
    try scene.addShadow()
    let pause = Locked(0)
    let isOver = Locked(false)
    let hasEnded = Signal()
    let graph = scene.rig.graph
    let node = scene.node
    DetachedThread.startOrTrap {
      while !isOver.withLock({ $0 }) {
        usleep(UInt32(pause.withLock { $0 }))
        try? graph.takeSnapshot(of: node)
      }
      hasEnded.send()
    }
    var kills = 0
    let heard = scene.play(cycles: 300) { cycle in
      pause.withLock { $0 = Int.random(in: 0..<300, using: &random) }
      if cycle % 20 == 15, kills > 0 { Self.addExactShadow(scene) }
      guard cycle % 20 == 10, cycle > 20 else { return }
      kills += 1
      scene.end(with: SIGKILL, after: Int.random(in: 0..<200, using: &random))
    }
    isOver.withLock { $0 = true }
    hasEnded.wait()
    #expect(heard == whole)
    #expect(scene.reading.takeovers == UInt64(kills))
    #expect(scene.reading.misses == 0)
  }
}

/// Snapshots that are damaged, of another build, or lies.
@Suite(.serialized)
struct DamagedSnapshotTests {
  /// A node whose only start is a snapshot, which `damage` changes.
  private func scene(_ damage: (inout [UInt8]) -> Void) throws -> ShadowScene {
    let scene = try ShadowScene(ShadowScene.Subject.all[1], keepsCycles: false)
    _ = scene.play(cycles: 30)
    try scene.addShadow()
    _ = scene.play(cycles: 3)
    try scene.rig.graph.takeSnapshot(of: scene.node)
    try #require(scene.log).changeSnapshot(damage)
    try scene.addShadow()
    _ = scene.play(cycles: 3)
    return scene
  }

  @Test func anUntouchedOneIsRestored() throws {
    let scene = try scene { _ in }
    _ = scene.play(cycles: 40)
    #expect(scene.reading.hasShadow)
  }

  /// Bytes of the header: the magic number, the build, the format, the digest; then content.
  @Test(arguments: [4, 8, 15, 16, 24, 32, 1000])
  func aDamagedOneIsRefused(_ offset: Int) throws {
    let scene = try scene { $0[offset] ^= 4 }
    #expect(!scene.reading.hasShadow)
    #expect(scene.play(cycles: 20).contains { $0 != 0 })
  }

  @Test(arguments: [5, 31, 32, 2000])
  func aTruncatedOneIsRefused(_ count: Int) throws {
    #expect(try !scene { $0.removeSubrange(count...) }.reading.hasShadow)
    #expect(try !scene { $0 += $0 }.reading.hasShadow)
  }

  /// Its digest is right, but a voice has another phase: the outputs tell.
  @Test func aForgedOneIsNoExactShadow() throws {
    let scene = try scene { bytes in
      for index in 64..<bytes.count where bytes[index] == 0x3F { bytes[index] = 0x3E }
      let digest = Self.digest(Array(bytes[32...]))
      for index in 0..<8 { bytes[24 + index] = UInt8(truncatingIfNeeded: digest >> (8 * index)) }
    }
    _ = scene.play(cycles: 40)
    #expect(!scene.reading.hasShadow)
    // The node plays on, and the spare takes over with a fade.
    scene.end(with: SIGKILL, after: 0)
    #expect(scene.play(cycles: 40).contains { $0 != 0 })
    #expect(scene.reading.takeovers == 0)
  }

  /// As `tenuto_digest`.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while bytes.count - index >= 8 {
      let word = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[index + $1]) << (8 * $1) }
      digest = (digest ^ word) &* 0x100_0000_01b3
      digest ^= digest >> 29
      index += 8
    }
    for byte in bytes[index...] { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return digest
  }

  /// A cycle that the log does not hold is no start.
  @Test func aCycleThatTheLogDoesNotHoldIsRefused() throws {
    let scene = try ShadowScene.trapped()
    _ = scene.play(cycles: 20)
    let box = try #require(scene.log)
    for cycle in [0, 21, 1000, .max] as [UInt32] {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: cycle >> (8 * $0)) } + [1, 2, 3]
      let snapshot = try #require(InstanceSnapshot(parsing: bytes))
      #expect(!box.keep(snapshot, epoch: box.log.epoch))
    }
    #expect(InstanceSnapshot(parsing: [1, 0, 0, 0]) == nil)
  }

  /// An extension that sends nonsense for a snapshot is ended; the host lives.
  @Test(arguments: ["snapshot short", "snapshot oversized", "snapshot pieces"])
  func nonsenseEndsItsSender(_ lie: String) throws {
    let instance = try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=\(lie)"])
    expectError(.protocolViolation, "and was ended") { () throws(HostError) in
      try instance.snapshot(isAtOnce: true)
    }
  }

  /// An extension of the time before snapshots refuses, and lives.
  @Test func aComponentWithoutSnapshotsRefuses() throws {
    let scene = try ShadowScene(
      ShadowScene.Subject(program: "SoundFont", code: "aumu sf2  Tnto"), keepsCycles: false)
    try scene.addShadow()
    _ = scene.play(cycles: 3)
    expectError(.refused, "snapshot") { () throws(HostError) in
      try scene.rig.graph.takeSnapshot(of: scene.node)
    }
    #expect(!scene.rig.graph.hasWholeLog(scene.node))
    #expect(scene.first.process.exit == nil)
  }
}
