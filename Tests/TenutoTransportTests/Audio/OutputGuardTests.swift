import TenutoCore
import TestSupport
import Testing

@testable import TenutoTransport

struct OutputGuardTests {
  private func copy(_ samples: [Float]) -> (output: [Float], findings: OutputGuard.Findings) {
    var output = [Float](repeating: 99, count: samples.count)
    var findings = OutputGuard.Findings()
    unsafe samples.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { destination in
        guard let from = source.baseAddress, let to = destination.baseAddress else { return }
        unsafe OutputGuard.copy(from, to: to, count: samples.count, findings: &findings)
      }
    }
    return (output, findings)
  }

  @Test(arguments: 0...40)
  func goodSamplesAreCopiedBitForBit(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let samples = (0..<count).map { _ in Float.random(in: -15...15, using: &random) }
    let (output, findings) = copy(samples)
    #expect(output.map(\.bitPattern) == samples.map(\.bitPattern))
    #expect(findings.badSampleCount == 0)
    #expect(findings.peak == samples.map(\.magnitude).max() ?? 0)
  }

  @Test func theLimitsOfValidSamplesAreKept() {
    let ceiling = OutputGuard.ceiling
    let edges: [Float] = [
      0, -0.0, .leastNormalMagnitude, -.leastNormalMagnitude, ceiling, -ceiling, 1, -1,
    ]
    let (output, findings) = copy(edges + edges + [0])
    #expect(output.map(\.bitPattern) == (edges + edges + [0]).map(\.bitPattern))
    #expect(findings.badSampleCount == 0)
  }

  @Test(
    arguments: [
      (.nan, 0), (-.nan, 0), (.signalingNaN, 0), (.infinity, 0), (-.infinity, 0),
      (.leastNonzeroMagnitude, 0), (-.leastNonzeroMagnitude, 0),
      (Float.leastNormalMagnitude.nextDown, 0), (1e20, 15.848_932), (-1e20, -15.848_932),
      (Float(15.848_932).nextUp, 15.848_932), (.greatestFiniteMagnitude, 15.848_932),
    ] as [(Float, Float)], [0, 3, 7, 8, 12, 18])
  func badSamplesAreReplacedAndCounted(sample: (bad: Float, good: Float), place: Int) {
    var samples = [Float](repeating: 0.25, count: 19)
    var expected = samples
    samples[place] = sample.bad
    expected[place] = sample.good
    let (output, findings) = copy(samples)
    #expect(output == expected)
    #expect(findings.badSampleCount == 1)
    #expect(findings.peak == max(0.25, sample.good.magnitude))
  }

  @Test func everyBitPatternBecomesHarmless() {
    var random = SeededRandom(seed: 9)
    for _ in 0..<2000 {
      let samples = (0..<61).map { _ in
        Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      }
      let (output, findings) = copy(samples)
      let isHarmless = output.allSatisfy {
        $0.isFinite && !$0.isSubnormal && $0.magnitude <= OutputGuard.ceiling
      }
      #expect(isHarmless)
      let changed = zip(samples, output).count { $0.bitPattern != $1.bitPattern }
      #expect(findings.badSampleCount == changed)
    }
  }

  private func held(_ samples: [Float]) -> (output: [Float], count: Int) {
    var output = samples
    let count = unsafe output.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe OutputGuard.holdAtFullScale(base, count: buffer.count)
    }
    return (output, count)
  }

  @Test(arguments: 0...40)
  func messagesOfADevicePassBitForBit(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let samples =
      (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
      + [0, -0.0, 1, -1, .leastNonzeroMagnitude, Float(1).nextDown]
    let (output, clipped) = held(samples)
    #expect(output.map(\.bitPattern) == samples.map(\.bitPattern))
    #expect(clipped == 0)
  }

  @Test(
    arguments: [
      (Float(1).nextUp, 1), (-Float(1).nextUp, -1), (15.8, 1), (-1e20, -1), (.infinity, 1),
      (-.infinity, -1), (.greatestFiniteMagnitude, 1), (.nan, 0), (-.signalingNaN, 0),
    ] as [(Float, Float)], [0, 3, 7, 8, 12, 18])
  func louderSamplesAreClippedAtFullScale(sample: (loud: Float, held: Float), place: Int) {
    var samples = [Float](repeating: -0.25, count: 19)
    var expected = samples
    samples[place] = sample.loud
    expected[place] = sample.held
    let (output, clipped) = held(samples)
    #expect(output == expected)
    #expect(clipped == 1)
  }
}
