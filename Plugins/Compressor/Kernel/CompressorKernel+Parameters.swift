import TenutoExtension

extension CompressorKernel {
  /// Sets a parameter smoothly, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    let smoothing = hasStarted ? controls.smoothingFrameCount : 0
    switch address {
    case 0...2, 6, 7, 9, 12: controls.set(address, to: value, over: smoothing)
    case 3: ballistics.setAttack(milliseconds: clamp(value, 0.05, 250))
    case 4: ballistics.setRelease(milliseconds: clamp(value, 5, 5000))
    case 5: setLookAhead(milliseconds: clamp(value, 0, 3))
    case 8: for index in 0..<2 { detectors[index].isRMS = value >= 0.5 }
    case 10: for index in 0..<2 { detectors[index].setHighPass(clamp(value, 20, 1000)) }
    case 11: isExternal = value >= 0.5
    default: break
    }
  }

  /// Moves a parameter linearly.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, frameCount: Int) {
    switch address {
    case 0, 6, 12: controls.set(address, to: value, over: frameCount)
    default: setParameter(address, to: value)
    }
  }

  @_noLocks private mutating func setLookAhead(milliseconds: Float) {
    let frames = Int(Double(milliseconds) * sampleRate / 1000 + 0.5)
    levelDelay = max(0, leftDelay.capacity - frames)
  }
}

/// Returns `value` clamped to the limits, or the lower limit for NaN.
@_noLocks func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
  value > lower ? (value < upper ? value : upper) : lower
}
