public import TenutoExtension

/// A reverb: pre-delay, diffusion, and a network of sixteen delays that feed each other.
///
/// What moves gets a new aim every 16 frames, counted from the start and not from the cycle; so the
/// sound is the same, bit for bit, however a cycle is cut. What is below -160 dB becomes 0, so that
/// a tail ends in silence; then nothing is computed until something comes in.
public struct ReverbKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let isStereoInput: Bool
  var room: Room
  var preDelay: PreDelay
  var diffusers: InlineArray<4, Diffuser>
  var diffusion: SampleBuffer
  /// What the diffusers feed back now.
  var diffusionFeedback: Float = 0
  /// The delays that the network goes to.
  var targetLengths = Lines()
  /// The damping that the network goes to.
  var targetDamping = Damping()
  /// Where the diffusers write.
  var diffusionPosition = 0
  var network: DelayNetwork
  /// The part of the reverb in the output, 0...1.
  var mix = ParameterRamp(0)
  var dryGain: Float = 1
  var wetGain: Float = 0
  /// The part of the difference of the channels in the reverb, 0...1.
  var width = ParameterRamp(1)
  /// Some frames on their way.
  var block = InlineArray<32, SIMD2<Float>>(repeating: SIMD2())
  /// Frames of the control period that have gone.
  var phase = 0
  /// Frames since something else than silence went into a memory.
  var quietFrameCount: Int
  /// Frames after which all memories are silent.
  let memoryFrameCount: Int

  /// Makes an empty room with the default parameters.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    isStereoInput = setup.layout.inputChannelCount > 1
    room = Room(sampleRate: setup.sampleRate)
    preDelay = PreDelay(sampleRate: setup.sampleRate)
    let times = [0.0047, 0.0036, 0.0127, 0.0093]
    diffusers = InlineArray { Diffuser(frameCount: Int(times[$0] * setup.sampleRate) | 1) }
    diffusion = SampleBuffer(count: 8 * Diffuser.stride(sampleRate: setup.sampleRate))
    network = DelayNetwork(sampleRate: setup.sampleRate)
    memoryFrameCount = Int(0.5 * setup.sampleRate)
    quietFrameCount = memoryFrameCount
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

  /// Empties the room.
  @_noLocks public mutating func reset() {
    preDelay.clear()
    for index in 0..<diffusion.count { diffusion[index] = 0 }
    network.clear()
    mix = ParameterRamp(mix.target)
    width = ParameterRamp(width.target)
    updateMix()
    phase = 0
    diffusionPosition = 0
    quietFrameCount = memoryFrameCount
    settle()
  }

  /// The time from full scale to silence: three times the longest decay time, and the pre-delay.
  public var tail: Double { room.preDelay + 3 * room.longestDecay + 1 }
}
