public import TenutoExtension

extension SamplerKernel {
  /// Renders in pieces of at most 16 frames.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    takeSound()
    var output = cycle.output.stereo()
    let frameCount = output.left.count
    var start = 0
    while start < frameCount {
      if phase == 0 { freeEndedVoices() }
      let count = min(16 - phase, frameCount - start)
      for frame in 0..<count { mix[frame & 15] = SIMD2() }
      for voice in voices.indices where voices[voice].isActive {
        voices[voice].render(&mix, count: count, times: times, interpolator: interpolator)
      }
      for frame in 0..<count {
        let sample = mix[frame & 15] * gain.value(ahead: frame)
        output.left[start + frame] = sample.x
        output.right[start + frame] = sample.y
      }
      gain.advance(by: count)
      phase = (phase + count) & 15
      start += count
    }
  }

  /// Frees voices only on the grid of 16 frames, so that the result does not depend on how a cycle
  /// is split.
  @_noLocks private mutating func freeEndedVoices() {
    for voice in voices.indices {
      if voices[voice].hasEnded { voices[voice] = SampleVoice() }
    }
  }

  /// Adopts the sound published by the unit; the voices of another sound fade.
  @_noLocks private mutating func takeSound() {
    let next = exchange.current
    if next != sound {
      sound = next
      isSwapping = true
      for voice in voices.indices { cut(voice) }
    }
    guard isSwapping && !hasOlderVoices() else { return }
    isSwapping = false
    exchange.settle(next)
  }

  @_noLocks private mutating func hasOlderVoices() -> Bool {
    for voice in voices.indices {
      if voices[voice].isActive && voices[voice].soundAddress != sound { return true }
    }
    return false
  }

  /// Ends a voice in 5 ms, even if a key or the pedal holds it.
  @_noLocks mutating func cut(_ voice: Int) {
    voices[voice].isHeld = false
    voices[voice].isPedalled = false
    voices[voice].envelope.release(rate: times.cut)
  }
}
