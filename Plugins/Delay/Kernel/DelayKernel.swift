public import TenutoExtension

/// A stereo effect that repeats its input ever more quietly.
///
/// The kernel renders in pieces of at most 32 frames. A piece is never longer than the delay, so
/// every frame is written before it is read, and never crosses the end of a memory. All state
/// advances per frame, so the sound is bit-identical however a cycle is split.
public struct DelayKernel: ~Copyable, Kernel {
  let sampleRate: Double
  var left: DelayLine
  var right: DelayLine
  var time: DelayTime
  /// The delay set in milliseconds, in frames.
  var setFrames = 1
  /// The delay that replaces it while the delay follows the tempo.
  var sync = SyncedTime()
  /// The gain of each repeat.
  var feedback: Ramp
  /// The share of the repeats in the output; the rest is the input.
  var mix: Ramp
  /// The frames of the current piece.
  var piece = DelayPiece()
  /// Frames since a memory last received sound.
  var quietFrameCount: Int

  /// Creates silent memories of two seconds and the default parameters.
  public init(_ setup: KernelSetup) {
    sampleRate = setup.sampleRate
    let capacity = Int(2 * setup.sampleRate) + 1
    left = DelayLine(capacity: capacity)
    right = DelayLine(capacity: capacity)
    time = DelayTime(fadeFrameCount: max(1, Int(0.03 * setup.sampleRate)))
    feedback = Ramp(frameCount: max(1, Int(0.01 * setup.sampleRate)))
    mix = Ramp(frameCount: max(1, Int(0.01 * setup.sampleRate)))
    quietFrameCount = capacity
    for parameter in Self.component.parameters {
      setParameter(parameter.address, to: parameter.defaultValue)
    }
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
    if sync.isOn { follow(cycle.musicalContext.tempo) }
    var start = 0
    while start < cycle.frameCount {
      piece.length = pieceLength(atMost: cycle.frameCount - start)
      let isSilent = piece.read(cycle.input, from: start)
      if isSilent && isEmpty { skip() } else { process() }
      piece.write(to: &cycle.output, from: start)
      start += piece.length
    }
  }

  /// Clears the memories.
  @_noLocks public mutating func reset() {
    guard !isEmpty else { return }
    left.clear()
    right.clear()
    quietFrameCount = left.capacity
    settle()
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    left.exchange(with: &snapshot)
    right.exchange(with: &snapshot)
    snapshot.exchange(&time, &setFrames, &sync)
    snapshot.exchange(&feedback, &mix, &quietFrameCount)
  }

  /// The seconds in which the sound decays by 100 dB at the current parameters.
  public var tail: Double {
    let part = Double(feedback.aim)
    let repeats = part > 1e-5 ? -16.61 / DSP.log2(part) : 0
    return (repeats + 1) * Double(time.aim) / sampleRate
  }
}
