internal import TenutoTransport

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
