public import TenutoExtension

/// A generator of noise of five colours.
///
/// White noise has a uniform distribution (its peaks are 4.8 dB above its level; the right channel
/// is a sum of two where it correlates in part); the other colours are white noise through a filter,
/// and nearly Gaussian. The level is that of each channel, as
/// RMS over all frequencies; a sine of full scale has -3 dB on this scale. Every sample follows from
/// the seed and the count of frames since the start or the last reset.
public struct NoiseKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let isStereo: Bool
  /// The filters of all colours.
  let colours: InlineArray<5, Colour>
  var filter: ColourFilter
  var random = FrameRandom(seed: 0)
  /// The colour that is heard.
  var colour = 0
  /// The colour that was asked for.
  var nextColour = 0
  /// In dB.
  var level = ParameterRamp(-20)
  /// Of the channels, -1...1.
  var correlation = ParameterRamp(0)
  /// Goes to 0 and back for another colour.
  var fade = ParameterRamp(1)
  /// Whether anything was heard, so that changes must be smooth.
  var hasStarted = false
  /// Some frames of both channels.
  var block = InlineArray<64, SIMD2<Double>>(repeating: SIMD2())

  /// Makes the generator with the default parameters.
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

  /// Takes a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, in: frameCount)
    case .midi: break
    }
  }

  /// Starts the sequence of the seed again.
  @_noLocks public mutating func reset() {
    random.restart()
    level = ParameterRamp(level.target)
    correlation = ParameterRamp(correlation.target)
    hasStarted = false
    switchColour()
  }

  /// It has no input, and never ends.
  public var tail: Double { .infinity }
}
