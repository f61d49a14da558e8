public import TenutoExtension

/// An effect that filters each channel with the same state-variable filter.
///
/// Coefficients are computed for every frame while a parameter moves. States are checked every 64
/// frames since the start, so the sound is bit-identical however a cycle is split.
public struct FilterKernel: ~Copyable, Kernel {
  let smoothingFrameCount: Int
  var controls: FilterControls
  /// The share of filtered sound in the output, 0...1.
  var mix = ParameterRamp(1)
  var pairs = InlineArray<4, FilterPair>(repeating: FilterPair())
  /// Frames until the next check of the states.
  var framesToCheck = 64
  /// Whether a frame was rendered, so that a step would be audible.
  var hasStarted = false
  /// The coefficients of the frames of a piece.
  var piece = FilterPiece()

  /// Creates a low-pass at 1 kHz.
  public init(_ setup: KernelSetup) {
    smoothingFrameCount = max(1, Int(0.01 * setup.sampleRate))
    controls = FilterControls(sampleRate: setup.sampleRate)
  }

  /// The seconds in which the sound decays by 100 dB at the current parameters.
  public var tail: Double { controls.decay }

  /// Handles a parameter.
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

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&controls, &mix, &pairs, &framesToCheck)
    snapshot.exchange(&hasStarted, &piece)
  }

  /// Clears the states.
  @_noLocks public mutating func reset() {
    for index in pairs.indices { pairs[index].reset() }
  }
}
