import TenutoExtension

extension SawtoothKernel {
  /// Gives all control values a new aim, for the next 16 frames.
  @_noLocks mutating func aim() {
    freeSilentVoices()
    guard !sounding.isEmpty else { return }
    tone.advance()
    updateVibrato()
    for group in 0..<8 where !sounding.group(group).isEmpty {
      groups[group].aim(tone: tone, times: times)
    }
  }

  @_noLocks private mutating func freeSilentVoices() {
    var candidates = sounding.subtracting(held)
    while let voice = candidates.popFirst() {
      if groups[voice >> 2].envelope.isSilent(voice & 3) { sounding.remove(voice) }
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
    for group in 0..<8 where !sounding.group(group).isEmpty {
      renderOscillators(group, frameCount: frames.count)
      groups[group].render(
        &block, frameCount: frames.count, tone: tone, phase: phase, mix: &mix)
    }
    for frame in 0..<frames.count {
      output.left[frames.lowerBound + frame] = StereoBlock.drain(&mix.left[frame])
      output.right[frames.lowerBound + frame] = StereoBlock.drain(&mix.right[frame])
    }
  }

  @_noLocks private mutating func renderOscillators(_ group: Int, frameCount: Int) {
    var members = sounding.group(group)
    while let voice = members.popFirst() {
      oscillators[voice].render(&block, lane: voice & 3, frameCount: frameCount, tables: tables)
    }
  }

  @_noLocks private static func silence(_ frames: Range<Int>, of output: inout StereoSpans) {
    for frame in frames {
      output.left[frame] = 0
      output.right[frame] = 0
    }
  }
}
