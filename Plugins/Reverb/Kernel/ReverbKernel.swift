public import TenutoExtension

/// A reverb of pre-delay, diffusion, and a network of sixteen delays that feed each other.
///
/// Moving values get a new target every 16 frames since the start, so the sound is bit-identical
/// however a cycle is split. Levels below -160 dB become 0, so that a tail ends in silence; the
/// kernel then skips all computation until sound arrives.
public struct ReverbKernel: ~Copyable, Kernel {
  let sampleRate: Double
  let isStereoInput: Bool
  var room: Room
  var preDelay: PreDelay
  var diffusers: InlineArray<4, Diffuser>
  var diffusion: SampleBuffer
  /// The current feedback of the diffusers.
  var diffusionFeedback: Float = 0
  /// The target delays of the network.
  var targetLengths = Lines()
  /// The target damping of the network.
  var targetDamping = Damping()
  /// The write position of the diffusers.
  var diffusionPosition = 0
  var network: DelayNetwork
  /// The share of the reverb in the output, 0...1.
  var mix = ParameterRamp(0)
  var dryGain: Float = 1
  var wetGain: Float = 0
  /// The gain of the difference of the channels in the reverb, 0...1.
  var width = ParameterRamp(1)
  /// The frames of the current piece.
  var block = InlineArray<32, SIMD2<Float>>(repeating: SIMD2())
  /// Elapsed frames of the control period.
  var phase = 0
  /// Frames since a memory last received sound.
  var quietFrameCount: Int
  /// Frames after which all memories are silent.
  let memoryFrameCount: Int

  /// Creates a silent room with the default parameters.
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

  /// Handles a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, in: frameCount)
    case .midi: break
    }
  }

  /// Clears the room.
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

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    preDelay.exchange(with: &snapshot)
    network.exchange(with: &snapshot)
    snapshot.exchange(&diffusion)
    snapshot.exchange(&room, &diffusionFeedback, &diffusionPosition)
    snapshot.exchange(&targetLengths, &targetDamping)
    snapshot.exchange(&mix, &dryGain, &wetGain, &width)
    snapshot.exchange(&phase, &quietFrameCount)
  }

  /// The time from full scale to silence: three times the longest decay time, and the pre-delay.
  public var tail: Double { room.preDelay + 3 * room.longestDecay + 1 }
}
