public import TenutoExtension

/// A polyphonic instrument: 32 voices of a band-limited sawtooth with low-pass and envelope.
///
/// Control values (cutoff, gains, vibrato) get a new target every 16 frames since the start and at
/// the start and end of a ramp, and move there linearly; everything else is computed per frame. So
/// the sound is bit-identical regardless of how a cycle is split.
public struct SawtoothKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let tables = WaveTables()
  /// Frames since the start.
  var frame: Int64 = 0
  /// Frames since the last target.
  var aimAge = 0
  /// Frames until the next target.
  var aimRemaining = 0

  var voices = InlineArray<32, Voice>(repeating: Voice())
  var oscillators = InlineArray<32, Oscillator>(repeating: Oscillator())
  var groups = InlineArray<8, VoiceGroup>(repeating: VoiceGroup())
  var channels = InlineArray<16, ChannelState>(repeating: ChannelState())
  var block = LaneBlock(repeating: Lanes())
  var mix = StereoBlock()

  /// Voices that sound.
  var sounding = VoiceSet()
  /// Voices whose key or pedal is down; the others are in their release.
  var held = VoiceSet()
  /// Held voices whose key is up.
  var pedalled = VoiceSet()
  /// The number of notes so far.
  var serial: UInt64 = 0

  var times: EnvelopeTimes
  var tone: Tone
  /// The gain of the sum.
  var gain = ParameterRamp(0)
  /// The release time.
  var releaseSeconds = 0.0
  /// The octaves by which the lowest velocity lowers the cutoff.
  var velocityOctaves: Float = 0

  /// Creates silent voices with the default parameters.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    times = EnvelopeTimes(sampleRate: setup.sampleRate)
    tone = Tone(sampleRate: setup.sampleRate)
    for parameter in Self.component.parameters {
      setParameter(parameter.address, to: parameter.defaultValue)
    }
  }

  /// Handles a note, a controller or a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .midi(let message): handle(message)
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, in: frameCount)
    }
  }

  /// Renders in pieces that end where control values get a new target.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    let frameCount = output.left.count
    var start = 0
    while start < frameCount {
      if aimRemaining == 0 { aim() }
      let end = min(frameCount, start + aimRemaining)
      render(start..<end, to: &output)
      advance(by: end - start)
      start = end
    }
  }

  /// Ends all notes at once and resets wheels and pedals; parameters, volumes and pans stay.
  @_noLocks public mutating func reset() {
    sounding = VoiceSet()
    held = VoiceSet()
    pedalled = VoiceSet()
    for group in groups.indices { groups[group] = VoiceGroup() }
    for channel in channels.indices { channels[channel].reset() }
    gain = ParameterRamp(gain.target)
    frame = 0
    aimAge = 0
    aimRemaining = 0
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&frame, &aimAge, &aimRemaining, &serial)
    snapshot.exchange(&voices, &oscillators, &groups, &channels)
    snapshot.exchange(&sounding, &held, &pedalled)
    snapshot.exchange(&times, &tone, &gain)
    snapshot.exchange(&releaseSeconds, &velocityOctaves)
  }

  /// The time from the release of a note to its end.
  public var tail: Double { releaseSeconds }
}
