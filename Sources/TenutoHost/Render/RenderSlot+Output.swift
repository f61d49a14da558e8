internal import TenutoTransport

/// What a node sounds like after a cycle: its own output, or a fade where there is none.
extension RenderSlot {
  /// Frames of a fade.
  static var fadeFrames: Int { @_noLocks get { 64 } }

  /// Takes the output of a cycle that was answered in time.
  ///
  /// Thread: render.
  @_noLocks
  mutating func takeOutput(frameCount: Int) {
    var findings = OutputGuard.Findings()
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      unsafe OutputGuard.copy(
        port.outputSamples(channel), to: samples, count: frameCount, findings: &findings)
      if !wasHeard { unsafe fadeIn(samples, frameCount: frameCount) }
      unsafe lastSamples[channel] = samples[frameCount - 1]
    }
    let report = port.report
    finishedAt = report.finishedAt.nanoseconds
    statistics.countCycle()
    if finishedAt != 0 { statistics.countMeasured(nanoseconds: report.renderNanoseconds) }
    statistics.note(findings)
    wasHeard = true
  }

  /// Fills a cycle without output: the last sample falls to 0; an effect goes over to its input.
  ///
  /// Thread: render.
  @_noLocks
  mutating func fillGap(frameCount: Int) {
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      let last = unsafe lastSamples[channel]
      for frame in 0..<frameCount {
        let rest = max(0, 1 - Float(frame + 1) / Float(Self.fadeFrames))
        unsafe samples[frame] = wasHeard ? last * rest : 0
      }
      if channel < port.inputChannelCount {
        unsafe addDry(samples, channel: channel, frameCount: frameCount)
      }
      unsafe lastSamples[channel] = samples[frameCount - 1]
    }
    wasHeard = false
  }

  /// Adds the input, which the host itself has written; faded in where it was not heard before.
  @_noLocks
  private func addDry(_ samples: UnsafeMutablePointer<Float>, channel: Int, frameCount: Int) {
    let input = unsafe port.inputSamples(channel)
    for frame in 0..<frameCount {
      let gain = wasHeard ? min(1, Float(frame + 1) / Float(Self.fadeFrames)) : 1
      unsafe samples[frame] += input[frame] * gain
    }
  }

  @_noLocks
  private func fadeIn(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
    guard statistics.hasMissed else { return }
    for frame in 0..<min(frameCount, Self.fadeFrames) {
      unsafe samples[frame] *= Float(frame + 1) / Float(Self.fadeFrames)
    }
  }
}
