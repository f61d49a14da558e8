public import TenutoExtension

/// A generator of noise of five colours.
///
/// White noise has a uniform distribution with peaks 4.8 dB above its level; with partial
/// correlation the right channel is a sum of two such noises. The other colours are filtered white
/// noise, which is nearly Gaussian. The level is the RMS of each channel over all frequencies, on
/// which scale a full-scale sine has -3 dB. Every sample depends only on the seed and the number of
/// frames since the start or the last reset.
public struct NoiseKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let isStereo: Bool
  /// The filters of all colours.
  let colours: InlineArray<5, Colour>
  var filter: ColourFilter
  var random = FrameRandom(seed: 0)
  /// The audible colour.
  var colour = 0
  /// The requested colour.
  var nextColour = 0
  /// The level in dB.
  var level = ParameterRamp(-20)
  /// The correlation of the channels, -1...1.
  var correlation = ParameterRamp(0)
  /// The gain that falls to 0 and returns when the colour changes.
  var fade = ParameterRamp(1)
  /// Whether a frame was rendered, so that changes must be smooth.
  var hasStarted = false
  /// A block of frames of both channels.
  var block = InlineArray<64, SIMD2<Double>>(repeating: SIMD2())

  /// Creates the generator with the default parameters.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    isStereo = setup.layout.outputChannelCount > 1
    let rate = setup.sampleRate
    colours = [
      .white(rate), .pink(rate), .brown(rate), .blue(rate), .violet(rate),
    ]
    filter = ColourFilter(colours[0])
    for parameter in Self.component.parameters {
      setParameter(parameter.address, to: parameter.defaultValue)
    }
  }

  /// Handles a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, in: frameCount)
    case .midi: break
    }
  }

  /// Restarts the sequence of the seed.
  @_noLocks public mutating func reset() {
    random.restart()
    level = ParameterRamp(level.target)
    correlation = ParameterRamp(correlation.target)
    hasStarted = false
    switchColour()
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&filter, &random, &colour, &nextColour)
    snapshot.exchange(&level, &correlation, &fade, &hasStarted)
  }

  /// The tail is infinite, since the noise needs no input.
  public var tail: Double { .infinity }
}
