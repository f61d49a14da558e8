public import TenutoExtension

extension DelayKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx dely Tnto", name: "Delay", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "Repeats what it hears, ever quieter", tags: ["Delay"], inputs: [.stereo],
    parameters: [
      Parameter(0, "time", name: "Time", range: 1...2000, unit: .milliseconds, default: 375),
      Parameter(1, "feedback", name: "Feedback", range: 0...95, unit: .percent, default: 35),
      Parameter(2, "mix", name: "Mix", range: 0...100, unit: .percent, default: 25),
    ])

  /// Sets a parameter by the addresses above; a value out of its range is put on its border.
  ///
  /// While nothing sounds it holds at once, otherwise it gets there without a click.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: time.set(frames(milliseconds: Self.clamp(value, 1, 2000)))
    case 1: feedback.set(Self.clamp(value, 0, 95) / 100)
    case 2: mix.set(Self.clamp(value, 0, 100) / 100)
    default: return
    }
    if isEmpty { settle() }
  }

  @_noLocks private func frames(milliseconds: Float) -> Int {
    max(1, Int(Double(milliseconds) * sampleRate / 1000 + 0.5))
  }

  /// Returns `value` within the limits, and the lower one for what is no number.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
