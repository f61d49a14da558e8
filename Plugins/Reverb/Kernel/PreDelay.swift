import TenutoExtension

/// The pre-delay of the room; a new one is crossfaded with the old one.
struct PreDelay: ~Copyable {
  private var samples: SampleBuffer
  private let mask: Int
  private var position = 0
  private var frames = 0
  private var nextFrames = 0
  private var target = 0
  private var fade = ParameterRamp(0)
  private let fadeFrameCount: Int

  /// Creates a silent memory of 250 ms for two channels.
  init(sampleRate: Double) {
    var count = 64
    while count < Int(0.25 * sampleRate) + 2 { count *= 2 }
    samples = SampleBuffer(count: 2 * count)
    mask = count - 1
    fadeFrameCount = max(1, Int(0.02 * sampleRate))
  }

  /// Sets the time in frames; a fade in progress finishes first.
  @_noLocks mutating func set(_ frames: Int) { target = min(max(0, frames), mask) }

  /// Jumps to the target delay.
  @_noLocks mutating func settle() {
    frames = target
    nextFrames = target
    fade = ParameterRamp(0)
  }

  /// Clears all state.
  @_noLocks mutating func clear() {
    for index in 0..<samples.count { samples[index] = 0 }
    position = 0
  }

  /// Writes or reads all state.
  mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&samples)
    snapshot.exchange(&position, &fade)
    snapshot.exchange(&frames, &nextFrames, &target)
  }

  /// Advances by one frame.
  @inline(__always) @_noLocks mutating func next(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    samples[2 * position] = frame.x
    samples[2 * position + 1] = frame.y
    var delayed = past(frames)
    if frames != nextFrames || nextFrames != target { crossfade(&delayed) }
    position = (position + 1) & mask
    return delayed
  }

  @_noLocks private mutating func crossfade(_ delayed: inout SIMD2<Float>) {
    if frames == nextFrames {
      nextFrames = target
      fade.ramp(from: 0, to: 1, frameCount: fadeFrameCount)
    }
    delayed += (past(nextFrames) - delayed) * fade.value
    fade.advance(by: 1)
    if !fade.isMoving { frames = nextFrames }
  }

  @inline(__always) @_noLocks private func past(_ frames: Int) -> SIMD2<Float> {
    let start = 2 * ((position - frames) & mask)
    return SIMD2(samples[start], samples[start + 1])
  }
}
