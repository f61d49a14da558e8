import TenutoExtension

/// Eight voices that are computed together: filter, envelope and loudness.
struct VoiceGroup: BitwiseCopyable {
  var envelope = EnvelopeLanes()
  var filter = FilterLanes()
  var gain = GainLanes()

  @_noLocks init() {}

  /// Turns the oscillators' frames in `block` into sound and adds it to `mix`.
  @_noLocks mutating func render(
    _ block: borrowing LaneBlock, frameCount: Int, shared: SharedLanes, mix: inout StereoBlock
  ) {
    var group = self  // in registers, as far as they go
    for frame in 0..<frameCount {
      group.envelope.advance(decayRate: shared.decayRate, sustain: shared.sustain)
      group.gain.advance()
      let damping = shared.damping + shared.dampingStep * Float(frame + 1)
      let low = group.filter.advance(block[frame], damping: damping)
      let sound = low * group.envelope.level
      mix.left[frame] += sound * group.gain.left
      mix.right[frame] += sound * group.gain.right
    }
    self = group
  }

  /// Lets cutoffs and gains go on to where they belong, in `frameCount` frames.
  @_noLocks mutating func aim(_ cutoff: Cutoff, gainPart: Float, frameCount: Float) {
    filter.aim(cutoff, levels: envelope.level, frameCount: frameCount)
    gain.aim(part: gainPart, frameCount: frameCount)
  }
}

/// What all voices have in common for some frames.
struct SharedLanes: BitwiseCopyable {
  let decayRate: Lanes
  let sustain: Lanes
  let damping: Lanes
  let dampingStep: Lanes
}

/// The sums of the voices, still in eight lanes.
struct StereoBlock: BitwiseCopyable {
  var left = LaneBlock(repeating: Lanes())
  var right = LaneBlock(repeating: Lanes())

  @_noLocks init() {}

  /// Adds the lanes of one frame.
  @_noLocks static func sum(_ lanes: Lanes) -> Float {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
