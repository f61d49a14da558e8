public import TenutoExtension

/// FluidSynth as a kernel: 16 parts that play the presets of a font.
///
/// The synthesizer comes from the `SoundFontUnit`. When it is replaced, the sound of the old one
/// fades within 256 frames; programs, controllers and parameters stay. FluidSynth computes blocks
/// of 64 frames, and an event applies from the next block on, so the sound is bit-identical however
/// a cycle is split.
@safe public struct SoundFontKernel: ~Copyable, Kernel {
  let exchange: AddressExchange
  /// The owner of the synthesizers.
  private let unit: SoundFontUnit
  /// The number of host frames per frame of FluidSynth.
  let divisor: Int
  var synth: SynthVoice?
  /// The old synthesizer, while it fades.
  var fading: SynthVoice?
  /// The frames of FluidSynth left of the fade.
  var fadeFrames = 0
  /// Frames of FluidSynth since the start of its block.
  var phase = 0
  /// A block of both channels, and one of the fading synthesizer.
  let scratch: UnsafeMutablePointer<Float>
  /// The last two frames of FluidSynth, and the position of the next host frame between them.
  var between = FramePair()

  var controls = Controls()
  var programs = InlineArray<16, PartProgram>(repeating: PartProgram())
  /// The parts whose program is not yet reported to the host, one bit each.
  var unreported: UInt16 = 0
  var systemExclusive = SystemExclusiveBytes()

  /// Creates silent parts with the default parameters.
  public init(_ setup: KernelSetup) {
    unit = setup.unit as? SoundFontUnit ?? SoundFontUnit()
    unit.begin(sampleRate: setup.sampleRate)
    exchange = unit.exchange
    divisor = Synth.divisor(of: setup.sampleRate)
    let address = exchange.current
    synth = SynthVoice(address: address)
    exchange.settle(address)
    unsafe scratch = .allocate(capacity: 256)
    unsafe scratch.initialize(repeating: 0, count: 256)
    programs[9].bank = PartProgram.drumBank
  }

  deinit {
    unsafe scratch.deallocate()
    unit.end()
  }

  /// Handles a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, _): setParameter(address, to: value)
    case .midi: break
    }
  }

  /// Ends all notes and tails at once and resets controllers; programs and parameters stay.
  @_noLocks public mutating func reset() {
    fadeFrames = 0
    guard let synth else { return }
    synth.reset()
    give(synth, besides: false)
  }

  /// The longest release of usual fonts and the reverb's tail, in seconds.
  public var tail: Double { 30 }
}

/// Two frames of FluidSynth, for sample rates that it does not support.
struct FramePair: BitwiseCopyable {
  var last = SIMD2<Float>()
  var next = SIMD2<Float>()
  /// Frames of the host since `last`.
  var step = 0
}
