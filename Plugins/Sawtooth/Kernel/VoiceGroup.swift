import TenutoExtension

/// Four voices that are computed together: filter, envelope and loudness.
struct VoiceGroup: BitwiseCopyable {
  var envelope = EnvelopeLanes()
  var filter = FilterLanes()
  var gain = GainLanes()

  @_noLocks init() {}

  /// Turns the oscillators' frames in `block` into sound and adds it to `mix`.
  ///
  /// - Parameters:
  ///   - block: The frames, which are overwritten.
  ///   - frameCount: The number of frames.
  ///   - tone: The filter's parameters at the last target.
  ///   - phase: Frames since the last target.
  ///   - mix: The sums.
  @_noLocks mutating func render(
    _ block: inout LaneBlock, frameCount: Int, tone: Tone, phase: Int, mix: inout StereoBlock
  ) {
    var group = self  // in registers, as far as they suffice
    for frame in 0..<frameCount {
      let level = group.envelope.advance()
      group.gain.advance()
      let damping = tone.damping + tone.dampingStep * Float(phase &+ frame &+ 1)
      group.filter.advance(&block[frame], damping: Lanes(repeating: damping))
      block[frame] *= level
      let sound = block[frame]
      mix.left[frame] += sound * group.gain.left
      mix.right[frame] += sound * group.gain.right
    }
    self = group
  }

  /// Moves cutoffs and gains towards their targets, and turns peaks to the decay.
  @_noLocks mutating func aim(tone: Tone, times: EnvelopeTimes, length: Int) {
    envelope.turn(decayRate: times.decay, sustain: times.sustain)
    filter.aim(tone.cutoff, levels: envelope.level, length: length)
    gain.aim(part: tone.part)
  }
}

/// The sums of the voices, still in four lanes.
struct StereoBlock: BitwiseCopyable {
  var left = LaneBlock(repeating: Lanes())
  var right = LaneBlock(repeating: Lanes())

  @_noLocks init() {}

  /// Adds the lanes of one frame, and clears them for the next sums.
  @_noLocks static func drain(_ lanes: inout Lanes) -> Float {
    let two = lanes.lowHalf + lanes.highHalf
    lanes = Lanes()
    return two.x + two.y
  }
}
