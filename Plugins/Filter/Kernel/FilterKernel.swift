public import TenutoExtension

/// An effect that filters each channel with the same state-variable filter.
///
/// Coefficients are computed for every frame while something moves. States are looked after every
/// 64 frames since the start, so the sound is the same, bit for bit, however a cycle is cut.
public struct FilterKernel: ~Copyable, Kernel {
  let smoothingFrameCount: Int
  var controls: FilterControls
  /// How much of the input is replaced by what was filtered, 0...1.
  var mix = ParameterRamp(1)
  var pairs = InlineArray<4, FilterPair>(repeating: FilterPair())
  /// Frames until states are looked after.
  var framesToCheck = 64
  /// Whether a frame was rendered, so that a step could be heard.
  var hasStarted = false
  /// What the frames of a piece are filtered with.
  var piece = FilterPiece()

  /// Makes a low-pass at 1 kHz.
  public init(_ setup: KernelSetup) {
    smoothingFrameCount = max(1, Int(0.01 * setup.sampleRate))
    controls = FilterControls(sampleRate: setup.sampleRate)
  }

  /// Seconds in which what sounds gets 100 dB quieter, with the parameters as they are.
  public var tail: Double { controls.decay }

  /// Takes a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, frameCount: frameCount)
    case .midi: break
    }
  }

  /// Renders in pieces.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    hasStarted = true
    var start = 0
    while start < cycle.frameCount {
      let length = min(cycle.frameCount - start, framesToCheck)
      renderPiece(&cycle, from: start, length: length)
      start += length
    }
  }

  /// Forgets what sounds.
  @_noLocks public mutating func reset() {
    for index in pairs.indices { pairs[index].reset() }
  }
}
