import TenutoExtension

extension SawtoothKernel {
  /// Gives all control values a new target, for the next 16 frames or to the end of a ramp.
  @_noLocks mutating func aim() {
    freeSilentVoices()
    aimRemaining = tone.aimLength(atMost: 16 - Int(frame & 15))
    defer { aimAge = 0 }
    guard !sounding.isEmpty else { return }
    tone.aim(length: aimRemaining, age: aimAge)
    updateVibrato()
    for group in 0..<8 where !sounding.group(group).isEmpty {
      groups[group].aim(tone: tone, times: times, length: aimRemaining)
    }
  }

  /// Advances the time.
  @_noLocks mutating func advance(by frameCount: Int) {
    frame += Int64(frameCount)
    aimAge += frameCount
    aimRemaining -= frameCount
    gain.advance(by: frameCount)
    tone.advance(by: frameCount)
  }

  @_noLocks private mutating func freeSilentVoices() {
    var candidates = sounding.subtracting(held)
    while let voice = candidates.popFirst() {
      if groups[voice >> 2].envelope.isSilent(voice & 3) { sounding.remove(voice) }
    }
  }

  /// Renders frames within which no value gets a new target.
  ///
  /// - Parameters:
  ///   - frames: The frames of the output.
  ///   - output: The destination of the frames.
  @_noLocks mutating func render(_ frames: Range<Int>, to output: inout StereoSpans) {
    guard !sounding.isEmpty else { return Self.silence(frames, of: &output) }
    for group in 0..<8 where !sounding.group(group).isEmpty {
      renderOscillators(group, frameCount: frames.count)
      groups[group].render(
        &block, frameCount: frames.count, tone: tone, phase: aimAge, mix: &mix)
    }
    let isSteady = !gain.isMoving
    let steady = gain.target
    for frame in 0..<frames.count {
      let gain = isSteady ? steady : self.gain.value(ahead: frame)
      output.left[frames.lowerBound + frame] = StereoBlock.drain(&mix.left[frame]) * gain
      output.right[frames.lowerBound + frame] = StereoBlock.drain(&mix.right[frame]) * gain
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
