public import TenutoExtension

extension NoiseKernel {
  /// Renders in pieces in which no ramp begins or ends.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    hasStarted = true
    var start = 0
    while start < cycle.frameCount {
      turnFade()
      let count = pieceLength(atMost: min(64, cycle.frameCount - start))
      fill(count)
      for channel in 0..<(isStereo ? 2 : 1) {
        var span = cycle.output.channel(channel)
        for frame in 0..<count { span[start + frame] = Float(block[frame & 63][channel]) }
      }
      advance(by: count)
      start += count
    }
  }

  /// Computes the next frames, in which no ramp begins or ends.
  @_noLocks private mutating func fill(_ count: Int) {
    let isSteady = !level.isMoving && !correlation.isMoving && !fade.isMoving
    var mix = Mix(level: level, correlation: correlation, fade: fade, ahead: 0)
    for frame in 0..<count {
      if !isSteady {
        mix = Mix(level: level, correlation: correlation, fade: fade, ahead: frame)
      }
      block[frame & 63] = filter.next(mix.frame(random.next()))
    }
  }

  @_noLocks private func pieceLength(atMost limit: Int) -> Int {
    var length = limit
    if level.isMoving { length = min(length, level.remainingFrameCount) }
    if correlation.isMoving { length = min(length, correlation.remainingFrameCount) }
    if fade.isMoving { length = min(length, fade.remainingFrameCount) }
    return length
  }

  @_noLocks private mutating func advance(by frameCount: Int) {
    level.advance(by: frameCount)
    correlation.advance(by: frameCount)
    fade.advance(by: frameCount)
  }
}

/// The mix of two independent noises into left and right.
struct Mix: BitwiseCopyable {
  private let loudness: Double
  /// The gain of the left noise in the right channel.
  private let shared: Double
  /// The gain of the right noise in the right channel.
  private let own: Double

  /// Creates the mix of `ahead` frames from now.
  @_noLocks init(
    level: ParameterRamp, correlation: ParameterRamp, fade: ParameterRamp, ahead: Int
  ) {
    // The uniform noise of full scale has an RMS of 1/√3.
    let gain = DSP.gain(decibels: Double(level.value(ahead: ahead))) * 1.732_050_807_568_877
    loudness = gain * Double(fade.value(ahead: ahead))
    shared = min(max(Double(correlation.value(ahead: ahead)), -1), 1)
    own = DSP.squareRoot(1 - shared * shared)
  }

  /// Mixes one frame.
  @inline(__always) @_noLocks func frame(_ noise: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(noise.x, noise.x * shared + noise.y * own) * loudness
  }
}
