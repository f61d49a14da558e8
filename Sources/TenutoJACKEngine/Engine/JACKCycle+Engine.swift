internal import CJACK
internal import TenutoJACK
internal import TenutoTransport

extension JACKCycle {
  /// The deadline for the extension's answer in the node whose callback began at `began`.
  ///
  /// The deadline is a `share` of the period, counted from the start of the cycle, because the
  /// nodes of a chain run one after the other. A node that begins late still has a tenth of a
  /// period. While the server freewheels, the limit is half of JACK's own, so that only a hung
  /// extension misses it and the server does not drop the other clients.
  ///
  /// Thread: render.
  @_noLocks
  func limit(
    began: MonotonicTime, sampleRate: Double, share: Double, _ isFreewheeling: Bool
  ) -> MonotonicTime {
    let period = Double(frameCount) * 1e9 / max(1, sampleRate)
    let window = isFreewheeling ? Self.freewheelTimeout : period
    let elapsed = isFreewheeling ? freewheelElapsed : elapsed(of: period)
    let limit =
      began.nanoseconds &- elapsed &+ UInt64(window * (isFreewheeling ? 0.5 : share))
    return MonotonicTime(nanoseconds: max(limit, began.nanoseconds &+ UInt64(window / 10)))
  }

  /// Nanoseconds for which a freewheeling server waits for its clients before it drops them.
  private static var freewheelTimeout: Double { @_noLocks get { 10e9 } }

  /// The deadline of a freewheeling cycle, shortly after `began` at the earliest.
  ///
  /// Thread: render.
  @_noLocks
  func freewheelEnd(began: MonotonicTime) -> MonotonicTime {
    MonotonicTime(
      nanoseconds: began.nanoseconds &- freewheelElapsed
        &+ UInt64(Self.freewheelTimeout * 0.9))
  }

  private var freewheelElapsed: UInt64 {
    @_noLocks get {
      let elapsed = smoothedElapsed ?? 0
      return elapsed <= UInt64(Self.freewheelTimeout) ? elapsed : 0
    }
  }

  @_noLocks
  private func elapsed(of period: Double) -> UInt64 {
    Self.elapsed(
      ofServer: Double(framesSinceStart) / Double(max(1, frameCount)) * period,
      smoothed: smoothedElapsed, period: period)
  }

  /// The nanoseconds that count of a cycle of `period` nanoseconds.
  ///
  /// JACK's smoothed time is that of the sound card, even if the server woke late. It counts for at
  /// most a quarter of the period: after the machine has stood still, JACK 1.9 with its dummy driver
  /// is wrong by up to several periods for seconds.
  ///
  /// Thread: render.
  /// - Parameters:
  ///   - ofServer: Nanoseconds since the server woke; more than a period is implausible.
  ///   - smoothed: Nanoseconds since the start of the cycle by the smoothed time, nil if unknown.
  ///   - period: Nanoseconds of a period.
  /// - Returns: At most `period` and a quarter.
  @_noLocks
  static func elapsed(ofServer: Double, smoothed: UInt64?, period: Double) -> UInt64 {
    guard ofServer <= period else { return 0 }
    let least = UInt64(ofServer)
    guard let smoothed, smoothed > least, smoothed &- least <= UInt64(period / 4) else {
      return least
    }
    return smoothed
  }

  /// Nanoseconds since the start of the cycle by JACK's smoothed time; nil if that is in the future.
  private var smoothedElapsed: UInt64? {
    @_noLocks get {
      guard let times else { return nil }
      let elapsed = (cjack_get_time() &- times.startMicroseconds)
        .multipliedReportingOverflow(by: 1000)
      return elapsed.overflow ? nil : elapsed.partialValue
    }
  }

  /// Copies an input's samples; a port without memory is silent.
  ///
  /// Thread: render.
  @_noLocks
  func copyInput(_ port: JACKPort, to destination: UnsafeMutablePointer<Float>) {
    guard let source = unsafe unsafeSamples(port) else {
      for frame in 0..<frameCount { unsafe destination[frame] = 0 }
      return
    }
    for frame in 0..<frameCount { unsafe destination[frame] = source[frame] }
  }

  /// Copies samples to an output.
  ///
  /// Thread: render.
  @_noLocks
  func copyOutput(_ source: UnsafePointer<Float>, to port: JACKPort) {
    guard let destination = unsafe unsafeSamples(port) else { return }
    for frame in 0..<frameCount { unsafe destination[frame] = source[frame] }
  }

  /// Copies samples to an output, from full level down to silence.
  ///
  /// Thread: render.
  @_noLocks
  func fadeOutput(_ source: UnsafePointer<Float>, to port: JACKPort) {
    guard let destination = unsafe unsafeSamples(port) else { return }
    let length = Float(frameCount)
    for frame in 0..<frameCount {
      unsafe destination[frame] = source[frame] * (1 - Float(frame + 1) / length)
    }
  }

  /// Writes samples to an output, faded in from silence.
  ///
  /// Thread: render.
  @_noLocks
  func raiseOutput(_ source: UnsafePointer<Float>, to port: JACKPort) {
    guard let destination = unsafe unsafeSamples(port) else { return }
    let length = Float(frameCount)
    for frame in 0..<frameCount {
      unsafe destination[frame] = source[frame] * (Float(frame + 1) / length)
    }
  }

  /// Silences an output.
  ///
  /// Thread: render.
  @_noLocks
  func silence(_ port: JACKPort) {
    guard let destination = unsafe unsafeSamples(port) else { return }
    for frame in 0..<frameCount { unsafe destination[frame] = 0 }
  }

  /// Clips an output's samples at full scale; returns the number of louder ones.
  ///
  /// Thread: render.
  @_noLocks
  func holdOutput(_ port: JACKPort) -> Int {
    guard let samples = unsafe unsafeSamples(port) else { return 0 }
    return unsafe OutputGuard.holdAtFullScale(samples, count: frameCount)
  }
}

extension JACKPort {
  /// Its number of connections in this cycle, or −1 if it is not available to a cycle.
  ///
  /// Thread: render. PipeWire's library would take a lock for it, so it is not called there.
  var connectionCount: Int { @_noLocks get { Int(unsafe cjack_port_connected(handle)) } }
}

extension JACKMIDIOutput {
  /// Releases all notes: pedals up, all notes off, in all channels.
  ///
  /// Thread: render.
  @_noLocks
  mutating func releaseNotes() {
    for channel in 0..<16 {
      let status = 0xB0 | UInt8(truncatingIfNeeded: channel)
      _ = write(frameOffset: 0, status: status, data1: 64, data2: 0)
      _ = write(frameOffset: 0, status: status, data1: 123, data2: 0)
    }
  }
}
