internal import TenutoTransport

/// What a node sounds like after a cycle: its own output, or a fade where there is none.
extension RenderSlot {
  /// Frames of a fade.
  static var fadeFrames: Int { @_noLocks get { 64 } }

  /// Takes the output of a cycle that was answered in time; `report` is what was said of it.
  ///
  /// Thread: render.
  /// - Returns: The event datagrams that the extension says it has sent.
  @_noLocks
  mutating func takeOutput(frameCount: Int) -> UInt32 {
    // The very first cycle needs no fade.
    if !wasHeard && statistics.hasMissed { beginFade() }
    var findings = OutputGuard.Findings()
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      unsafe OutputGuard.copy(
        port.outputSamples(channel), to: samples, count: frameCount, findings: &findings)
      if fadePosition < Self.fadeFrames {
        unsafe fadeIn(samples, channel: channel, frameCount: frameCount)
      }
      unsafe lastSamples[channel] = samples[frameCount - 1]
    }
    advanceFade(by: frameCount)
    finishedAt = report.finishedAt.nanoseconds
    statistics.countCycle()
    if finishedAt != 0 { statistics.countMeasured(nanoseconds: report.renderNanoseconds) }
    statistics.note(findings)
    if mute.isAwake(findings) { watch(findings, frameCount: frameCount) }
    wasHeard = true
    noteTimely(frameCount: frameCount)
    return report.datagramCount
  }

  /// Mutes it, or lets it be heard again.
  @_noLocks
  mutating func watch(_ findings: OutputGuard.Findings, frameCount: Int) {
    let wasMuted = mute.isMuted
    mute.note(findings, frameCount: frameCount)
    guard mute.isMuted != wasMuted else { return }
    statistics.isMuted = mute.isMuted
    if mute.isMuted { statistics.countMute() }
  }

  /// Fills a cycle without output: the last sample falls to 0; an effect goes over to its input,
  /// with which the output samples are filled already.
  ///
  /// Thread: render.
  @_noLocks
  mutating func fillGap(frameCount: Int) {
    if wasHeard { beginFade() }
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      if fadePosition < Self.fadeFrames {
        unsafe fadeIn(samples, channel: channel, frameCount: frameCount)
      }
      unsafe lastSamples[channel] = samples[frameCount - 1]
    }
    advanceFade(by: frameCount)
    wasHeard = false
  }

  /// Begins to go over from the last samples to something else.
  @_noLocks
  mutating func beginFade() {
    fadePosition = 0
    for channel in 0..<port.outputChannelCount {
      unsafe anchors[channel] = lastSamples[channel]
    }
  }

  @_noLocks
  private mutating func advanceFade(by frameCount: Int) {
    fadePosition = min(Self.fadeFrames, fadePosition &+ frameCount)
  }

  @_noLocks
  private func fadeIn(
    _ samples: UnsafeMutablePointer<Float>, channel: Int, frameCount: Int
  ) {
    let anchor = unsafe anchors[channel]
    for frame in 0..<min(frameCount, Self.fadeFrames &- fadePosition) {
      let gain = Float(fadePosition &+ frame &+ 1) / Float(Self.fadeFrames)
      unsafe samples[frame] = anchor * (1 - gain) + samples[frame] * gain
    }
  }
}
