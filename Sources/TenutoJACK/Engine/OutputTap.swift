internal import CTenuto
internal import TenutoHost
internal import TenutoTransport

/// Where the last node's sound goes besides its ports: to a recorder's ring.
struct OutputTap: BitwiseCopyable {
  private let ring: AudioRing
  private let words: EngineWords
  private let statistics: EngineStatistics

  /// How long a freewheeling cycle waits for the recorder, in steps of 1 ms: JACK gives a client
  /// 10 seconds.
  private static var patience: Int { @_noLocks get { 4000 } }

  init(_ ring: AudioRing, words: EngineWords, statistics: EngineStatistics) {
    self.ring = ring
    self.words = words
    self.statistics = statistics
  }

  /// Records a cycle that ends at `end` frames of the song, no further than the end of its tail.
  ///
  /// Thread: render. While freewheeling it waits for room: no time runs then.
  @_noLocks
  func record(
    _ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts, end: Int, total: Int
  ) {
    guard words.isTapOpen else { return }
    let count = max(0, min(cycle.frameCount, total &- (end &- cycle.frameCount)))
    guard count > 0 else { return }
    if words.isFreewheeling { waitForRoom(count) }
    let hasSamples = hasSamples(cycle, ports)
    if !hasSamples { ring.miss(frameCount: count) }
    guard hasSamples, ring.admit(frameCount: count) else {
      statistics.countUnrecorded(frames: count)
      return
    }
    for channel in 0..<min(ring.channelCount, ports.outputCount) {
      guard let samples = unsafe cycle.unsafeSamples(ports.output(channel)) else { continue }
      unsafe ring.write(UnsafePointer(samples), channel: channel, frameCount: count)
    }
    ring.publish(frameCount: count)
  }

  @_noLocks
  private func waitForRoom(_ count: Int) {
    var step = 0
    while ring.freeFrames < count && step < Self.patience {
      tenuto_sleep_until(MonotonicTime.now.nanoseconds &+ 1_000_000)
      step += 1
    }
  }

  @_noLocks
  private func hasSamples(_ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts) -> Bool {
    for channel in 0..<ports.outputCount {
      guard unsafe cycle.unsafeSamples(ports.output(channel)) != nil else { return false }
    }
    return true
  }
}
