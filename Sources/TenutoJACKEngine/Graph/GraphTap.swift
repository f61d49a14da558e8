internal import CTenuto
internal import TenutoJACK
internal import TenutoRender
internal import TenutoTransport

/// Where what a graph's client puts out, or takes in, goes besides: to a recorder's ring.
///
/// The recording lasts as long as the music: where cycles were skipped, it is silent.
struct GraphTap: BitwiseCopyable {
  private let ring: AudioRing
  private let sampleRate: Double
  /// Whether what the client takes in is recorded, instead of what it puts out.
  let takesInputs: Bool
  /// JACK's time of the next frame that is to be recorded; nil before the first one.
  private var next: UInt32?
  /// Whether the ring had no room in the last cycle.
  private var isFull = false

  /// Frames of silence that one cycle writes at most; what comes meanwhile is silent too.
  private static var silenceLimit: Int { @_noLocks get { 16_384 } }
  /// Seconds of the longest gap that is filled.
  ///
  /// A longer gap begins another file if the disk caused it; a change of server does not count, as
  /// each server has its own time.
  private static var longestGap: Double { @_noLocks get { 60 } }

  /// Records at `sampleRate` alone, in Hz.
  init(_ ring: AudioRing, sampleRate: Double, takesInputs: Bool) {
    self.ring = ring
    self.takesInputs = takesInputs
    self.sampleRate = sampleRate
  }

  /// Records what a cycle has in its ports; false where there was no room.
  ///
  /// Thread: render. It waits for room `until` then, which is where the server freewheels: no time
  /// runs there.
  @_noLocks
  mutating func record(
    _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>, sampleRate: Double,
    until end: MonotonicTime?
  ) -> Bool {
    guard sampleRate == self.sampleRate else { return false }
    let count = cycle.frameCount
    if let end { waitForRoom(count, until: end) }
    guard closeGap(before: cycle.frameTime), hasRoom(count) else { return false }
    let wanted = ring.wanted(of: count)
    for channel in 0..<ring.channelCount {
      unsafe write(channel, cycle, ports, frameCount: wanted)
    }
    ring.publish(frameCount: wanted)
    advance(by: count)
    return true
  }

  /// Whether a cycle finds room; notes where it does not.
  @_noLocks
  mutating func hasRoom(_ count: Int) -> Bool {
    isFull = ring.freeFrames < count
    return !isFull
  }

  /// Notes that frames were recorded.
  @_noLocks
  mutating func advance(by count: Int) {
    next = (next ?? 0) &+ UInt32(truncatingIfNeeded: count)
  }

  /// Writes silence for the frames that were skipped; whether it is at `time` then.
  @_noLocks
  mutating func closeGap(before time: UInt32) -> Bool {
    guard let expected = next else {
      next = time
      return true
    }
    let gap = Int(Int32(bitPattern: time &- expected))
    guard gap >= 0, Double(gap) <= Self.longestGap * sampleRate else {
      if isFull {
        guard ring.cut() else { return false }
        isFull = false
      }
      next = time
      return true
    }
    let count = min(gap, min(Self.silenceLimit, ring.freeFrames))
    if count > 0 { ring.writeSilence(frameCount: count) }
    advance(by: count)
    return count == gap
  }

  /// Writes what a channel's port has; without one it is silent.
  @_noLocks
  private func write(
    _ channel: Int, _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>,
    frameCount: Int
  ) {
    let count =
      unsafe takesInputs
      ? ports.pointee.audioInputCount : ports.pointee.audioOutputCount
    for index in 0..<count {
      let port =
        unsafe takesInputs
        ? ports.pointee.audioInput(index) : ports.pointee.audioOutput(index)
      guard port.channel == channel else { continue }
      guard let samples = unsafe cycle.unsafeSamples(port.port) else { continue }
      return unsafe ring.write(
        UnsafePointer(samples), channel: channel, frameCount: frameCount)
    }
    ring.clear(channel: channel, frameCount: frameCount)
  }

  @_noLocks
  private func waitForRoom(_ count: Int, until end: MonotonicTime) {
    while ring.freeFrames < count {
      let now = MonotonicTime.now
      guard now < end else { return }
      tenuto_sleep_until(now.nanoseconds &+ 1_000_000)
    }
  }
}
