import TenutoExtension

/// The sawtooth of one voice: its phase and its frequency.
struct Oscillator: BitwiseCopyable {
  /// Position in 2⁻³² cycles.
  private var phase: UInt32 = 0
  /// Cycles per frame, in 2⁻³².
  private var step: UInt32 = 0
  /// The wave table that suits the step.
  private var table = 0

  @_noLocks init() {}

  /// Starts in the middle of the ramp, at 0, so that the note begins softly.
  @_noLocks mutating func restart() { phase = 0x8000_0000 &+ step }

  /// Sets the pitch; the phase runs on, so there is no click.
  ///
  /// - Parameters:
  ///   - frequency: Cycles per frame; half a cycle is the most.
  ///   - tables: The waves to choose from.
  @_noLocks mutating func setFrequency(_ frequency: Double, tables: borrowing WaveTables) {
    step = frequency < 0.5 ? UInt32(frequency * 0x1p32) : 0x8000_0000
    table = tables.table(forFrequency: Float(frequency), near: table)
  }

  /// Writes one lane of the first `frameCount` elements of `block`.
  @_noLocks mutating func render(
    _ block: inout LaneBlock, lane: Int, frameCount: Int, tables: borrowing WaveTables
  ) {
    let base = table * WaveTables.stride
    for frame in 0..<frameCount {
      let index = base &+ Int(phase >> 21)
      let fraction = Float(phase & 0x1F_FFFF) * 0x1p-21
      let sample = tables.samples[index]
      block[frame & 15][lane & 3] = sample + (tables.samples[index &+ 1] - sample) * fraction
      phase &+= step
    }
  }
}
