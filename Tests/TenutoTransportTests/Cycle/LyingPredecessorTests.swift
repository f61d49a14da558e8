import CTenuto
import Glibc
import TenutoCore
import Testing

@testable import TenutoTransport

/// An instance that follows arbitrary memory: the test writes it like a lying extension.
final class LyingPredecessorTests {
  private let page: CyclePage
  private let liar: InstanceMemory
  private let member: Member
  private let mapping: Mapping
  private var cycle: UInt32 = 0

  private static let frameCount = 100

  init() throws {
    page = try CyclePage()
    liar = try InstanceMemory(
      RenderFormat(
        sampleRate: 48000, maximumFrameCount: 256, frameCapacity: 256, inputChannelCount: 0,
        outputChannelCount: 2, depth: 0, slot: 0))
    mapping = try Mapping(
      liar.fromDescriptor, byteCount: liar.outputShape.byteCount, isWritable: true,
      isGuarded: true)
    member = try Member(page: page, depth: 1, slot: 1)
    try member.link(liar, sources: [1])
    try setFollowing(true)
  }

  /// Sets its sleep word, in a cycle that it skips.
  private func setFollowing(_ follows: Bool) throws {
    member.port.setFollowing(follows, cycle: cycle &+ 1)
    cycle &+= 1
    page.start(cycle, depth: 1)
    member.port.go(cycle)
    try #require(member.hasDone(cycle, nudge: { self.member.port.go(self.cycle) }))
  }

  deinit { #expect(member.end()) }

  private var words: UnsafeMutablePointer<UInt32> {
    unsafe mapping.base.assumingMemoryBound(to: UInt32.self)
  }

  /// Claims that a cycle is done, with these samples in channel 1.
  private func claim(
    _ done: UInt32, status: UInt32 = 0, frames: Int = frameCount, samples: [UInt32]
  ) {
    for channel in 0..<2 {
      let base = unsafe words + (128 + channel * liar.outputShape.channelStride) / 4
      for (frame, bits) in samples.enumerated() { unsafe base[frame] = bits }
    }
    unsafe words[17] = status
    unsafe words[19] = UInt32(frames)
    unsafe tenuto_store(words + 16, done)
    liar.port.wakeHost()
  }

  private func prepare() {
    cycle &+= 1
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(Self.frameCount), sampleTime: 0, deadline: .never))
    liar.port.markOutput(frameCount: Self.frameCount)
    member.port.markOutput(frameCount: Self.frameCount)
    member.port.ask(cycle, datagramCount: 0)
    member.port.link(cycle, behind: cycle)
  }

  private func bits(_ value: Float) -> [UInt32] {
    Array(repeating: value.bitPattern, count: Self.frameCount)
  }

  private func fade(from anchor: Float) -> [Float] {
    (1...Self.frameCount).map { anchor * (1 - Float(min($0, 64)) / 64) }
  }

  @Test func anErrorOtherFramesOrNoSoundIsSilence() throws {
    let lies: [(LyingPredecessorTests) -> Void] = [
      { $0.claim($0.cycle, status: 1, samples: $0.bits(9)) },
      { $0.claim($0.cycle, status: .max, samples: $0.bits(9)) },
      { $0.claim($0.cycle, frames: 99, samples: $0.bits(9)) },
      { $0.claim($0.cycle, frames: 1 << 30, samples: $0.bits(9)) },
      { $0.claim($0.cycle, samples: []) },
      { $0.claim($0.cycle, samples: Array($0.bits(9).dropLast())) },
    ]
    for lie in lies {
      prepare()
      claim(cycle, samples: bits(0.5))
      try #require(member.hasDone(cycle))
      #expect(member.inputs.last == Array(repeating: 0.5, count: Self.frameCount))
      prepare()
      lie(self)
      try #require(member.hasDone(cycle))
      #expect(member.inputs.last == fade(from: 0.5))
      #expect(member.port.report.status == 0)
    }
  }

  @Test func garbageIsCheckedAsTheHostChecksIt() throws {
    var random = SystemRandomNumberGenerator()
    let special: [Float] = [
      .nan, .infinity, -.infinity, .signalingNaN, Float(bitPattern: 70_000), -0.0, 1e30, -1e30,
      Float(bitPattern: 0x8000_1234), 15.9, -15.8, .leastNormalMagnitude,
      .leastNonzeroMagnitude, 0.25,
    ]
    for round in 0..<50 {
      var samples = (0..<Self.frameCount).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
      if round == 0 { samples.replaceSubrange(0..<special.count, with: special.map(\.bitPattern)) }
      samples[Self.frameCount - 1] = 0
      prepare()
      claim(cycle, samples: samples)
      try #require(member.hasDone(cycle))
      let expected = unsafe [Float](unsafeUninitializedCapacity: Self.frameCount) { place, count in
        var findings = OutputGuard.Findings()
        let source = samples.map { Float(bitPattern: $0) }
        if let base = place.baseAddress {
          unsafe OutputGuard.copy(
            source, to: base, count: Self.frameCount, findings: &findings)
        }
        count = Self.frameCount
      }
      #expect(member.inputs.last?.map(\.bitPattern) == expected.map(\.bitPattern))
    }
  }

  @Test func anUnlinkedCycleIsIgnored() throws {
    prepare()
    for done in [cycle &+ 1, 0x8000_0000, .max, cycle &- 1] {
      claim(done, samples: bits(1))
      usleep(5000)
      #expect(member.port.doneCycle == cycle &- 1 && member.inputs.isEmpty)
    }
    claim(cycle, samples: bits(1))
    #expect(member.hasDone(cycle))
  }

  @Test func removedMemoryEndsTheLink() throws {
    prepare()
    claim(cycle, samples: bits(1))
    try #require(member.hasDone(cycle))
    try setFollowing(false)
    try #require(ftruncate(liar.fromDescriptor, 0) == 0)
    // It meets the hole when it reads its sleep word, and then follows its depth.
    try setFollowing(true)
    prepare()
    for frame in 0..<Self.frameCount { unsafe member.port.inputSamples(0)[frame] = 4 }
    page.start(cycle, depth: 1)
    try #require(member.hasDone(cycle))
    #expect(member.inputs.last == Array(repeating: 4, count: Self.frameCount))
  }

  @Test(arguments: [
    LinkRequest(frameCapacity: 255, channelCount: 2, sources: [0]),
    LinkRequest(frameCapacity: 256, channelCount: 3, sources: [0]),
    LinkRequest(frameCapacity: 256, channelCount: 2, sources: [2]),
    LinkRequest(frameCapacity: 256, channelCount: 2, sources: []),
    LinkRequest(frameCapacity: 256, channelCount: 2, sources: [0, 1]),
  ])
  func aLinkThatDoesNotFitIsRefused(request: LinkRequest) throws {
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 256, frameCapacity: 256, inputChannelCount: 1,
      outputChannelCount: 1, depth: 0, slot: 0)
    let isLarge = request.channelCount == 3
    // Two channels of 1 KiB and a header fit in one page; three pages would need smaller memory.
    guard !isLarge else {
      let small = try SharedMemory(byteCount: 1024)
      #expect(throws: SystemError.self) {
        _ = try Predecessor(request, from: small.readable.number, to: format)
      }
      return
    }
    #expect(throws: SystemError("link", code: EINVAL)) {
      _ = try Predecessor(request, from: liar.outputDescriptor, to: format)
    }
  }
}
