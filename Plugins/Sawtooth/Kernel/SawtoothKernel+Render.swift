import TenutoExtension

extension SawtoothKernel {
  /// Gives all control values a new aim, for the next 16 frames.
  @_noLocks mutating func aim() {
    freeSilentVoices()
    guard !sounding.isEmpty else { return }
    tone.advance()
    updateVibrato()
    for group in 0..<4 where !sounding.group(group).isEmpty {
      groups[group].aim(tone.cutoff, gainPart: tone.part, frameCount: 16)
    }
  }

  @_noLocks private mutating func freeSilentVoices() {
    var candidates = sounding.subtracting(held)
    while let voice = candidates.popFirst() {
      if groups[voice >> 3].envelope.isSilent(voice & 7) { sounding.remove(voice) }
    }
  }

  /// Renders frames without a new aim among them.
  ///
  /// - Parameters:
  ///   - frames: The frames of the output.
  ///   - phase: Frames since the last aim.
  ///   - output: Where they go.
  @_noLocks mutating func render(_ frames: Range<Int>, phase: Int, to output: inout StereoSpans) {
    guard !sounding.isEmpty else { return Self.silence(frames, of: &output) }
    var mix = StereoBlock()
    let shared = SharedLanes(
      decayRate: Lanes(repeating: times.decay), sustain: Lanes(repeating: times.sustain),
      damping: Lanes(repeating: tone.damping + tone.dampingStep * Float(phase)),
      dampingStep: Lanes(repeating: tone.dampingStep))
    for group in 0..<4 where !sounding.group(group).isEmpty {
      renderOscillators(group, frameCount: frames.count)
      groups[group].render(block, frameCount: frames.count, shared: shared, mix: &mix)
    }
    for frame in 0..<frames.count {
      output.left[frames.lowerBound + frame] = StereoBlock.sum(mix.left[frame])
      output.right[frames.lowerBound + frame] = StereoBlock.sum(mix.right[frame])
    }
  }

  @_noLocks private mutating func renderOscillators(_ group: Int, frameCount: Int) {
    var members = sounding.group(group)
    while let voice = members.popFirst() {
      oscillators[voice].render(&block, lane: voice & 7, frameCount: frameCount, tables: tables)
    }
  }

  @_noLocks private static func silence(_ frames: Range<Int>, of output: inout StereoSpans) {
    for frame in frames {
      output.left[frame] = 0
      output.right[frame] = 0
    }
  }
}
