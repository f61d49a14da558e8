public import TenutoExtension

/// An effect that changes level, balance and phase, and reports its peaks.
///
/// Of several channels, the first, third and so on are left, the others right. The kernel renders
/// in pieces of at most 64 frames; at 0 dB samples pass bit-identically.
public struct GainKernel: ~Copyable, Kernel {
  /// The number of frames over which a step of a parameter is smoothed.
  let smoothingFrameCount: Int
  let isStereo: Bool
  var fader = Fader()
  var balance = ParameterRamp(0)
  var leftSign = ParameterRamp(1)
  var rightSign = ParameterRamp(1)
  /// The share of the mean of all channels in each channel, 0...1.
  var mono = ParameterRamp(0)
  var meter: PeakMeter
  /// Whether a frame was rendered, so that a step would be audible.
  var hasStarted = false
  /// The gains of the frames of a piece.
  var gains = PieceGains()

  /// Creates a kernel that leaves the sound unchanged.
  public init(_ setup: KernelSetup) {
    smoothingFrameCount = max(1, Int(0.01 * setup.sampleRate))
    isStereo = setup.layout.outputs.first == 2
    meter = PeakMeter(sampleRate: setup.sampleRate)
  }

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
      let limit = min(cycle.frameCount - start, meter.remaining)
      let length = min(limit, PieceGains.capacity)
      renderPiece(&cycle, from: start, length: length)
      start += length
      meter.advance(by: length, in: &cycle, lastFrame: start - 1)
    }
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&fader, &balance, &mono)
    snapshot.exchange(&leftSign, &rightSign)
    snapshot.exchange(&meter, &hasStarted, &gains)
  }

  /// Clears the peaks.
  @_noLocks public mutating func reset() { meter.reset() }
}
