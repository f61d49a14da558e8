import TenutoRender
import Testing

@testable import TenutoJACKEngine

/// Cycles that a client missed are silent in its recording, which is as long as the music.
@Suite struct SkippedCycleTests {
  private static let frameCount = 64

  /// A recording of cycles at JACK's times.
  private final class Take {
    let ring: AudioRing
    var tap: GraphTap

    init(capacity: Int) {
      ring = .allocate(channelCount: 1, frameCapacity: capacity)
      tap = GraphTap(ring, sampleRate: 48000, takesInputs: false)
    }

    deinit { ring.deallocate() }

    /// Records a cycle of ones; returns false if there was no room.
    func record(at time: UInt32) -> Bool {
      let count = SkippedCycleTests.frameCount
      guard tap.closeGap(before: time), tap.hasRoom(count) else { return false }
      let ones = [Float](repeating: 1, count: count)
      unsafe ones.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        unsafe ring.write(base, channel: 0, frameCount: count)
      }
      ring.publish(frameCount: count)
      tap.advance(by: count)
      return true
    }

    /// The frames to write to the file so far: runs of equal samples.
    func runs() -> [(sample: Float, count: Int)] {
      var runs: [(sample: Float, count: Int)] = []
      func take(_ samples: UnsafeBufferPointer<Float>) -> Int {
        for index in samples.indices {
          let sample = unsafe samples[index]
          if runs.last?.sample == sample {
            runs[runs.count - 1].count += 1
          } else {
            runs.append((sample, 1))
          }
        }
        return samples.count
      }
      while unsafe ring.read(take) > 0 {}
      return runs
    }
  }

  private func expect(
    _ runs: [(sample: Float, count: Int)], _ expected: [(Float, Int)],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(runs.map(\.sample) == expected.map(\.0), sourceLocation: location)
    #expect(runs.map(\.count) == expected.map(\.1), sourceLocation: location)
  }

  @Test(arguments: [5000, UInt32.max - 100] as [UInt32])
  func aSkippedCycleIsSilent(start: UInt32) {
    let take = Take(capacity: 65_536)
    #expect(take.record(at: start))
    #expect(take.record(at: start &+ 64))
    #expect(take.record(at: start &+ 4 * 64))
    #expect(take.record(at: start &+ 5 * 64))
    expect(take.runs(), [(1, 128), (0, 128), (1, 128)])
  }

  @Test func aLongGapIsClosedOverSeveralCycles() {
    let take = Take(capacity: 65_536)
    #expect(take.record(at: 0))
    // More frames than one cycle may write: that cycle is silent as well.
    #expect(!take.record(at: 20_000))
    #expect(take.record(at: 20_064))
    expect(take.runs(), [(1, 64), (0, 20_000), (1, 64)])
  }

  @Test func withoutRoomTheRecordingIsSilentForAWhile() {
    let take = Take(capacity: 200)
    for cycle in 0..<3 { #expect(take.record(at: UInt32(64 * cycle))) }
    #expect(!take.record(at: 192))
    expect(take.runs(), [(1, 192)])
    #expect(take.record(at: 256))
    expect(take.runs(), [(0, 64), (1, 64)])
  }

  @Test func afterADiskThatWasFullForLongAnotherFileBegins() {
    let take = Take(capacity: 200)
    for cycle in 0..<3 { #expect(take.record(at: UInt32(64 * cycle))) }
    #expect(!take.record(at: 192))
    expect(take.runs(), [(1, 192)])
    #expect(!take.ring.takeCut())
    #expect(take.record(at: 192 + 48_000 * 61))
    expect(take.runs(), [])
    #expect(take.ring.takeCut())
    expect(take.runs(), [(1, 64)])
    #expect(!take.ring.takeCut())
  }

  @Test func anotherServersTimeIsNoGap() {
    let take = Take(capacity: 65_536)
    #expect(take.record(at: 4_000_000))
    #expect(take.record(at: 100))
    #expect(take.record(at: 164))
    #expect(take.record(at: 164 + 64 + 48_000 * 61))
    expect(take.runs(), [(1, 256)])
  }
}
