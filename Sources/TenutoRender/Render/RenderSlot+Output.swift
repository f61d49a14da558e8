internal import TenutoTransport

/// The sound of a node after a cycle: its own output, or a fade that fills the gap.
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

/// A node that is left out: its input, as late as its output would be, in place of its output.
extension RenderSlot {
  /// Whether the dry input is to be heard: it is bypassed, parked, or muted for what it puts out.
  var isDryWanted: Bool { @_noLocks get { isPassedBy || mute.isMuted } }

  /// Whether what it gets goes past it: MIDI is put out as it came.
  var isPassedBy: Bool { @_noLocks get { isBypassed || isParked } }

  /// Whether anything but the output itself is heard.
  var isBypassActive: Bool { @_noLocks get { isDryWanted || bypassPosition > 0 } }

  /// Fades an output channel over to its dry input, or back; with `dry` nil, to silence.
  ///
  /// Linear, over `fadeFrames`; when it is over the samples are those of `dry`, bit for bit.
  ///
  /// Thread: render.
  @_noLocks
  mutating func mixDry(_ dry: UnsafePointer<Float>?, channel: Int, frameCount: Int) {
    let samples = unsafe outputSamples(channel)
    var position = bypassPosition
    let isDryWanted = isDryWanted
    for frame in 0..<frameCount {
      if isDryWanted {
        if position < Self.fadeFrames { position += 1 }
      } else if position > 0 {
        position -= 1
      }
      let sample = unsafe dry?[frame] ?? 0
      if position == Self.fadeFrames {
        unsafe samples[frame] = sample
      } else if position > 0 {
        let gain = Float(position) / Float(Self.fadeFrames)
        unsafe samples[frame] = samples[frame] * (1 - gain) + sample * gain
      }
    }
  }

  /// Moves the fade on by a cycle, when all channels are mixed.
  ///
  /// Thread: render.
  @_noLocks
  mutating func advanceBypass(by frameCount: Int) {
    bypassPosition =
      isDryWanted
      ? min(Self.fadeFrames, bypassPosition &+ frameCount) : max(0, bypassPosition &- frameCount)
  }
}
