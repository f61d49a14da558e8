import TenutoExtension

extension DelayKernel {
  /// Sets a parameter by the addresses above, clamped to its range.
  ///
  /// The value applies at once during silence, and is smoothed otherwise.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0:
      setFrames = frames(milliseconds: Self.clamp(value, 1, 2000))
      updateTime()
    case 1: feedback.set(Self.clamp(value, 0, 95) / 100)
    case 2: mix.set(Self.clamp(value, 0, 100) / 100)
    case 3:
      sync.set(value)
      updateTime()
    default: return
    }
    if isEmpty { settle() }
  }

  /// Moves a parameter linearly.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, frameCount: Int) {
    switch address {
    case 1: feedback.ramp(to: Self.clamp(value, 0, 95) / 100, over: frameCount)
    case 2: mix.ramp(to: Self.clamp(value, 0, 100) / 100, over: frameCount)
    default: setParameter(address, to: value)
    }
  }

  /// Sets the tempo of the next frames.
  @_noLocks mutating func follow(_ tempo: Double) {
    guard sync.follow(tempo) else { return }
    updateTime()
    if isEmpty { time.settle() }
  }

  @_noLocks private mutating func updateTime() {
    time.set(
      sync.isOn ? sync.frames(sampleRate: sampleRate, limit: left.capacity - 1) : setFrames)
  }

  @_noLocks private func frames(milliseconds: Float) -> Int {
    max(1, Int(Double(milliseconds) * sampleRate / 1000 + 0.5))
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
