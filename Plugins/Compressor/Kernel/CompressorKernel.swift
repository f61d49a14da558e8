public import TenutoExtension

/// An effect that attenuates loud sound, by the level of its input or of a side chain.
///
/// The latency is always 3 ms. Look-ahead delays the detector within this time, so it can change
/// while sound plays. Attack and release are the times in which the reduction in dB covers 63 % (1
/// - 1/e) of its way.
public struct CompressorKernel: ~Copyable, Kernel {
  /// The latency in milliseconds.
  static var latencyMilliseconds: Double { @_noLocks get { 3 } }

  let sampleRate: Double
  let channelCount: Int
  /// The channels of the side chain, or 0 without a side chain.
  let keyChannelCount: Int
  var controls: CompressorControls
  var isExternal = false
  var detectors: InlineArray<2, LevelDetector>
  var smoothers = InlineArray<2, ReductionSmoother>(repeating: ReductionSmoother())
  var ballistics: Ballistics
  var leftDelay: FrameRing
  var rightDelay: FrameRing
  var leftLevels: FrameRing
  var rightLevels: FrameRing
  /// The delay of the detector in frames, at most that of the sound.
  var levelDelay: Int
  var meter: ReductionMeter
  /// Whether a frame was rendered, so that a step would be audible.
  var hasStarted = false

  /// Creates a kernel for one channel or two.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    channelCount = min(setup.layout.outputs[0], 2)
    keyChannelCount = setup.layout.inputs.count > 1 ? min(setup.layout.inputs[1], 2) : 0
    controls = CompressorControls(sampleRate: setup.sampleRate)
    detectors = InlineArray(repeating: LevelDetector(sampleRate: setup.sampleRate))
    ballistics = Ballistics(sampleRate: setup.sampleRate)
    let delay = max(1, Int(Self.latencyMilliseconds * setup.sampleRate / 1000 + 0.5))
    leftDelay = FrameRing(capacity: delay)
    rightDelay = FrameRing(capacity: delay)
    leftLevels = FrameRing(capacity: delay + 1)
    rightLevels = FrameRing(capacity: delay + 1)
    levelDelay = delay
    meter = ReductionMeter(sampleRate: setup.sampleRate)
  }

  /// The latency in frames, which does not depend on the look-ahead.
  public var latency: Int { leftDelay.capacity }

  /// Seconds until the last frame is output.
  public var tail: Double { Double(leftDelay.capacity) / sampleRate }

  /// Handles a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, let frameCount):
      ramp(address, to: value, frameCount: frameCount)
    case .midi: break
    }
  }

  /// Renders frame by frame.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    hasStarted = true
    for frame in 0..<cycle.frameCount {
      controls.update()
      listen(cycle.input, frame)
      compress(cycle.input, to: &cycle.output, frame)
      meter.advance(reduction: max(smoothers[0].value, smoothers[1].value), in: &cycle, frame)
    }
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    leftDelay.exchange(with: &snapshot)
    rightDelay.exchange(with: &snapshot)
    leftLevels.exchange(with: &snapshot)
    rightLevels.exchange(with: &snapshot)
    snapshot.exchange(&controls, &isExternal, &levelDelay, &hasStarted)
    snapshot.exchange(&detectors, &smoothers, &ballistics, &meter)
  }

  /// Clears the delayed sound and the reduction.
  @_noLocks public mutating func reset() {
    for index in 0..<2 {
      detectors[index].reset()
      smoothers[index] = ReductionSmoother()
    }
    leftDelay.clear()
    rightDelay.clear()
    leftLevels.clear()
    rightLevels.clear()
    meter.reset()
  }
}
