internal import TenutoTransport

/// The output of a node after a cycle: its samples, or a fade that fills the gap.
extension RenderSlot {
  /// Frames of a fade.
  static var fadeFrames: Int { @_noLocks get { 64 } }

  /// Copies the output of a cycle that was answered in time, with its `report`.
  ///
  /// Thread: render.
  /// - Returns: The extension's count of event datagrams sent; nil if its output is NaN or infinite
  ///   and a shadow can take over.
  @_noLocks
  mutating func takeOutput(frameCount: Int) -> UInt32? {
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
    }
    if findings.nonFiniteCount > 0 && hasShadow { return nil }
    for channel in 0..<port.outputChannelCount {
      unsafe lastSamples[channel] = outputSamples(channel)[frameCount - 1]
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

  /// Whether nothing is heard of its input and output, and it holds no note.
  ///
  /// Thread: render, after the cycle.
  @_noLocks
  mutating func isSilent(frameCount: Int) -> Bool {
    for channel in 0..<port.inputChannelCount
    where unsafe Samples.peak(port.inputSamples(channel), count: frameCount) > Self.inaudible {
      return false
    }
    for channel in 0..<port.outputChannelCount
    where unsafe Samples.peak(outputSamples(channel), count: frameCount) > Self.inaudible {
      return false
    }
    return unsafe !events.delivered.hasNotes && !events.sounding.pointee.hasNotes
  }

  /// The largest sample that counts as silence: −120 dBFS.
  private static var inaudible: Float { @_noLocks get { 1e-6 } }

  /// Mutes the node, or ends the mute.
  @_noLocks
  mutating func watch(_ findings: OutputGuard.Findings, frameCount: Int) {
    let wasMuted = mute.isMuted
    mute.note(findings, frameCount: frameCount)
    guard mute.isMuted != wasMuted else { return }
    statistics.isMuted = mute.isMuted
    if mute.isMuted { statistics.countMute() }
  }

  /// Fills a gap: the last sample fades to 0; an effect fades to its input, which the output
  /// buffers already hold.
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

  /// Begins a fade from the last samples.
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

/// A bypassed node: its delayed input replaces its output.
extension RenderSlot {
  /// Whether the dry input is to be heard: the node is bypassed, parked, or muted for bad output.
  var isDryWanted: Bool { @_noLocks get { isPassedBy || mute.isMuted } }

  /// Whether its input passes it; MIDI then passes unchanged.
  var isPassedBy: Bool { @_noLocks get { isBypassed || isParked } }

  /// Whether the dry input is heard, at least in part.
  var isBypassActive: Bool { @_noLocks get { isDryWanted || bypassPosition > 0 } }

  /// Fades an output channel to its dry input, or back; with `dry` nil, to silence.
  ///
  /// The fade is linear over `fadeFrames`; after it the samples equal those of `dry`, bit for bit.
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

  /// Advances the fade by a cycle, after all channels are mixed.
  ///
  /// Thread: render.
  @_noLocks
  mutating func advanceBypass(by frameCount: Int) {
    bypassPosition =
      isDryWanted
      ? min(Self.fadeFrames, bypassPosition &+ frameCount) : max(0, bypassPosition &- frameCount)
  }
}
