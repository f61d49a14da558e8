import TenutoExtension

extension ArpeggiatorKernel {
  /// Sets a parameter, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: pattern.mode = Pattern.Mode(parameter: value)
    case 1: pattern.octaves = whole(value, 1, 4)
    case 2: setLength(ArpeggioRate.beats(whole(value, 0, 17)))
    case 3: gate = Double(clamp(value, 1, 100)) / 100
    case 4: setSwing(Double(clamp(value, 50, 75)) / 100)
    case 5: touch.mode = value >= 1.5 ? .accents : value >= 0.5 ? .fixed : .asPlayed
    case 6: touch.velocity = UInt16(clamp(value, 1, 100) * 655.35)
    case 7: setLatch(value >= 0.5)
    case 8: pattern.seed = UInt64(whole(value, 0, 999))
    case 9: clock.freeTempo = Double(clamp(value, 20, 300))
    default: break
    }
  }

  @_noLocks private mutating func setLatch(_ isOn: Bool) {
    held.setLatch(isOn)
    endIfEmpty()
  }

  @_noLocks private mutating func setLength(_ beats: Double) {
    guard beats != grid.length else { return }
    grid.length = beats
    clock.setGrid(grid)
  }

  @_noLocks private mutating func setSwing(_ part: Double) {
    guard part != grid.swing else { return }
    grid.swing = part
    clock.setGrid(grid)
  }

  @_noLocks private func whole(_ value: Float, _ lower: Float, _ upper: Float) -> Int {
    Int(clamp(value, lower, upper) + 0.5)
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
