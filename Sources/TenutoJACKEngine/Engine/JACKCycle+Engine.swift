internal import CJACK
internal import TenutoJACK
internal import TenutoTransport

extension JACKCycle {
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
