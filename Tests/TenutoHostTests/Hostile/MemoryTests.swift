import CTenuto
import Foundation
import Synchronization
import TenutoCore
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoTransport

/// An extension's attacks on its host through shared memory.
struct MemoryTests {
  private static let format = RenderFormat(
    sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 64, inputChannelCount: 1,
    outputChannelCount: 2, depth: 0, slot: 0)

  /// A thread that writes to memory until it is stopped.
  private func withWriter(
    _ mapping: borrowing Mapping, _ write: @escaping @Sendable (Int, UInt64) -> Void,
    _ body: () throws -> Void
  ) rethrows {
    let isOver = Locked(false)
    let thread = TestThread {
      var random: UInt64 = 42
      while !isOver.withLock({ $0 }) {
        for index in 0..<4096 {
          random ^= random << 13
          random ^= random >> 7
          random ^= random << 17
          write(index, random)
        }
      }
    }
    try body()
    isOver.withLock { $0 = true }
    #expect(thread.join())
  }

  /// F21 and F22: every word that the host reads changes during the read.
  @Test func aHostOutlivesGarbageInAllWords() throws {
    let memory = try InstanceMemory(Self.format)
    let from = try Mapping(memory.fromDescriptor, byteCount: 4096, isWritable: true)
    let words = unsafe UInt(bitPattern: from.base)
    let port = memory.port
    var samples = [Float](repeating: 0, count: 64)
    var badSampleCount = 0
    try withWriter(from) { index, random in
      let word = unsafe UnsafeMutablePointer<UInt32>(bitPattern: words)
      unsafe word?[index % 1024] = UInt32(truncatingIfNeeded: random)
    } _: {
      for _ in 0..<200_000 {
        _ = (port.doneCycle, port.isBroken)
        let report = port.report
        #expect(report.renderNanoseconds <= 10_000_000_000)
        var findings = OutputGuard.Findings()
        unsafe OutputGuard.copy(
          port.outputSamples(1), to: &samples, count: 64, findings: &findings)
        badSampleCount += findings.badSampleCount
        let isClean = samples.allSatisfy {
          $0.isFinite && !$0.isSubnormal && abs($0) <= OutputGuard.ceiling
        }
        try #require(isClean && findings.peak <= OutputGuard.ceiling)
      }
    }
    #expect(badSampleCount > 0)
  }

  // MARK: - Memory that is taken away

  @Test func zerosReplaceRemovedMemory() throws {
    let memory = try InstanceMemory(Self.format)
    let port = memory.port
    let own = try Mapping(memory.fromDescriptor, byteCount: 4096, isWritable: true)
    unsafe own.base.storeBytes(of: 77, toByteOffset: 64, as: UInt32.self)
    #expect(port.doneCycle == 77)
    #expect(!port.isBroken)
    try #require(ftruncate(memory.fromDescriptor, 0) == 0)
    #expect(port.doneCycle == 0)
    #expect(port.isBroken)
    #expect(memory.isBroken)
    // The input still goes to the same memory.
    unsafe port.inputSamples(0)[0] = 0.5
    #expect(unsafe port.inputSamples(0)[0] == 0.5)
  }

  @Test func theNextMemoryIsWholeAgain() throws {
    for _ in 0..<100 {
      let memory = try InstanceMemory(Self.format)
      #expect(!memory.isBroken)
      try #require(ftruncate(memory.fromDescriptor, 0) == 0)
      _ = memory.port.report
      #expect(memory.isBroken)
    }
  }

  @Test func anotherSIGBUSEndsTheProcess() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      let memory = try InstanceMemory(MemoryTests.format)
      let bare = try Mapping(memory.fromDescriptor, byteCount: 4096, isWritable: true)
      _ = ftruncate(memory.fromDescriptor, 0)
      exit(Int32(unsafe bare.base.load(as: UInt8.self)))
    }
    await #expect(processExitsWith: .signal(SIGBUS)) {
      _ = try InstanceMemory(MemoryTests.format)
      raise(SIGBUS)
    }
  }

  @Test func thePreviousHandlerGetsOtherFaults() async {
    await #expect(processExitsWith: .exitCode(42)) {
      signal(SIGBUS) { _ in _exit(42) }
      _ = try InstanceMemory(MemoryTests.format)
      raise(SIGBUS)
    }
  }

  @Test(arguments: ["truncate", "punch"])
  func anExtensionThatRemovesItsMemoryIsEnded(lie: String) throws {
    let honest = try Instance(built: "Sawtooth", "aumu saw1 Tnto")
    // The sandbox would deny it; this is the fallback.
    let liar = try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=events \(lie)"],
      sandbox: SandboxPolicy(mode: .off))
    var graph = Graph()
    let neighbour = graph.add(honest)
    graph.connectOutput(of: neighbour)
    _ = graph.add(liar)
    let rig = try Rig(graph)
    rig.play(60, on: neighbour)
    var loudest: Float = 0
    for _ in 0..<40 {
      // A process without memory does not answer; other nodes answer in time.
      for sample in rig.render(milliseconds: 500) { loudest = max(loudest, abs(sample)) }
    }
    #expect(loudest > 0)
    #expect(honest.process.exit == nil)
    guard lie == "truncate" else { return }
    #expect(eventually { liar.process.exit == .signaled(number: SIGKILL) })
    #expect(liar.process.endReason == "truncated its memory")
    expectError(.extensionDied, "truncated its memory and was ended") { try liar.reset() }
  }
}
