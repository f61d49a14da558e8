import TenutoExtension

extension SamplerKernel {
  /// Sets a parameter, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0:
      let frameCount = isSilent ? 0 : Int(0.01 * sampleRate)
      gain.ramp(to: Self.clamp(value, 0, 1), frameCount: frameCount)
    case 1: times.setAttack(milliseconds: Self.clamp(value, 1, 5000))
    case 2: times.setDecay(milliseconds: Self.clamp(value, 1, 20000))
    case 3: setSustain(Self.clamp(value, 0, 1))
    case 4: setRelease(milliseconds: Self.clamp(value, 1, 10000))
    case 5: velocityPart = Self.clamp(value, 0, 100) / 100
    default: setPlaying(address, to: value)
    }
  }

  @_noLocks private mutating func setPlaying(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 6: transpose = Double(Self.clamp(value, -48, 48))
    case 7: tune = Double(Self.clamp(value, -100, 100)) / 100
    case 8: start = Double(Self.clamp(value, 0, 100)) / 100
    case 9: playback = Int(Self.clamp(value, 0, 2) + 0.5)
    case 10:
      for channel in channels.indices {
        channels[channel].bendRange = Double(Self.clamp(value, 0, 96))
      }
    default: return
    }
    for voice in voices.indices where voices[voice].isActive { updatePitch(voice) }
  }

  private var isSilent: Bool {
    @_noLocks mutating get {
      for voice in voices.indices { if voices[voice].isActive { return false } }
      return true
    }
  }

  @_noLocks private mutating func setSustain(_ level: Float) {
    times.setSustain(level)
    for voice in voices.indices where voices[voice].isHeld {
      voices[voice].envelope.setSustain(times)
    }
  }

  @_noLocks private mutating func setRelease(milliseconds: Float) {
    times.setRelease(milliseconds: milliseconds)
    releaseSeconds = Double(milliseconds) / 1000
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
