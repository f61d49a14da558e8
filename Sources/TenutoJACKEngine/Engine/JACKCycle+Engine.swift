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
    let start = start(began: began, within: window)
    let limit = start.nanoseconds &+ UInt64(window * (isFreewheeling ? 0.5 : share))
    return MonotonicTime(nanoseconds: max(limit, began.nanoseconds &+ UInt64(window / 10)))
  }

  /// Nanoseconds for which a freewheeling server waits for its clients before it drops them.
  private static var freewheelTimeout: Double { @_noLocks get { 10e9 } }

  /// The deadline of a freewheeling cycle, shortly after `began` at the earliest.
  ///
  /// Thread: render.
  @_noLocks
  func freewheelEnd(began: MonotonicTime) -> MonotonicTime {
    let start = start(began: began, within: Self.freewheelTimeout)
    return MonotonicTime(nanoseconds: start.nanoseconds &+ UInt64(Self.freewheelTimeout * 0.9))
  }

  /// The start of the cycle by JACK's own clock, which may differ from the host's.
  ///
  /// A time more than `window` nanoseconds before `began` is implausible and ignored.
  @_noLocks
  private func start(began: MonotonicTime, within window: Double) -> MonotonicTime {
    guard let times else { return began }
    let elapsed = (cjack_get_time() &- times.startMicroseconds).multipliedReportingOverflow(
      by: 1000)
    guard !elapsed.overflow, elapsed.partialValue <= UInt64(window) else { return began }
    return MonotonicTime(nanoseconds: began.nanoseconds &- elapsed.partialValue)
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
