public import TenutoExtension

/// A polyphonic instrument that plays a recorded sound at any pitch, with 32 voices.
///
/// The sound comes from the `SamplerUnit`. When it is replaced, notes of the old sound fade within
/// 5 ms. Everything is computed per frame or every 16 frames since the start, so the sound is
/// bit-identical however a cycle is split.
public struct SamplerKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let exchange: AddressExchange
  /// The owner of the sounds.
  private let unit: SamplerUnit
  let interpolator = Interpolator()
  /// Voices 0...31 play notes; the others let stolen notes fade.
  var voices = InlineArray<40, SampleVoice>(repeating: SampleVoice())
  var channels = InlineArray<16, ChannelState>(repeating: ChannelState())
  var mix = InlineArray<16, SIMD2<Float>>(repeating: SIMD2())
  /// The sound that new notes play.
  var sound: UInt
  /// Whether voices of another sound may still fade.
  var isSwapping = false
  /// The number of notes so far.
  var serial: UInt64 = 0
  /// Frames since the start, modulo 16.
  var phase = 0

  var times: EnvelopeTimes
  var gain = ParameterRamp(0.5)
  /// The release time.
  var releaseSeconds = 0.0
  /// The influence of the velocity, 0...1.
  var velocityPart: Float = 1
  /// Semitones that are added to every note.
  var transpose = 0.0
  /// The fine tuning in semitones.
  var tune = 0.0
  /// The part of the sound to skip at its start.
  var start = 0.0
  /// 0 loop, 1 once while held, 2 one-shot.
  var playback = 0

  /// Creates silent voices with the default parameters.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    times = EnvelopeTimes(sampleRate: setup.sampleRate)
    unit = setup.unit as? SamplerUnit ?? SamplerUnit()
    exchange = unit.exchange
    sound = exchange.current
    exchange.settle(sound)
    for parameter in Self.component.parameters {
      setParameter(parameter.address, to: parameter.defaultValue)
    }
  }

  /// Handles a note, a controller or a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .midi(let message): handle(message)
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(0, let value, let frameCount):
      gain.ramp(to: Self.clamp(value, 0, 1), frameCount: frameCount)
    case .ramp(let address, let value, _): setParameter(address, to: value)
    }
  }

  /// Ends all notes at once and resets wheels and pedals; parameters, volumes and pans stay.
  @_noLocks public mutating func reset() {
    for voice in voices.indices { voices[voice] = SampleVoice() }
    for channel in channels.indices { channels[channel].reset() }
    gain = ParameterRamp(gain.target)
    phase = 0
  }

  /// Writes or reads the kernel's state, unless voices of an older sound still fade.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    if isSwapping || exchange.current != sound { snapshot.refuse() }
    for voice in voices.indices { voices[voice].exchange(with: &snapshot, sound: sound) }
    snapshot.exchange(&channels, &serial, &phase, &times)
    snapshot.exchange(&gain, &releaseSeconds, &velocityPart, &transpose)
    snapshot.exchange(&tune, &start, &playback)
  }

  /// The time from the release of a note to its end.
  public var tail: Double { releaseSeconds }
}
