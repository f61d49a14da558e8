internal import CTenuto
internal import TenutoJACK
internal import TenutoRender
internal import TenutoTransport

/// Copies a client's output, or its input, to a recorder's ring.
///
/// The recording is as long as the music: skipped cycles are silent.
struct GraphTap: BitwiseCopyable {
  private let ring: AudioRing
  private let sampleRate: Double
  /// Whether the client's input is recorded in place of its output.
  let takesInputs: Bool
  /// JACK's time of the next frame to record, or nil before the first one.
  private var next: UInt32?
  /// Whether the ring had no room in the last cycle.
  private var isFull = false

  /// The most frames of silence written in one cycle; frames that arrive meanwhile become silent
  /// too.
  private static var silenceLimit: Int { @_noLocks get { 16_384 } }
  /// Seconds of the longest gap that is filled.
  ///
  /// A longer gap starts another file if the disk caused it. A change of server does not count,
  /// since each server has its own time.
  private static var longestGap: Double { @_noLocks get { 60 } }

  /// Records only at `sampleRate`, in Hz.
  init(_ ring: AudioRing, sampleRate: Double, takesInputs: Bool) {
    self.ring = ring
    self.takesInputs = takesInputs
    self.sampleRate = sampleRate
  }

  /// Records the ports' samples of a cycle; returns false if there was no room.
  ///
  /// Thread: render. While the server freewheels, and so without a deadline, it waits for room
  /// until `until`.
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

  /// Returns whether there is room for a cycle, and notes it if not.
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

  /// Writes silence for skipped frames; returns whether it has reached `time`.
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

  /// Writes the samples of a channel's port, or silence without a port.
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
