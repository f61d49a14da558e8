public import TenutoExtension

/// A stereo effect that repeats what it hears, ever quieter.
///
/// It works through pieces of at most 32 frames: never longer than the delay, so that what is read
/// was written before, and never across the end of a memory. All state moves on by frames and not
/// by pieces, so the sound is the same, bit for bit, however a cycle is cut.
public struct DelayKernel: ~Copyable, Kernel {
  let sampleRate: Double
  var left: DelayLine
  var right: DelayLine
  var time: DelayTime
  /// The time that was set in milliseconds, in frames.
  var setFrames = 1
  /// What takes its place while it follows the tempo.
  var sync = SyncedTime()
  /// What the repeats are multiplied by each time.
  var feedback: Ramp
  /// The part of the repeats in the output; the rest is the input.
  var mix: Ramp
  /// The frames on their way.
  var piece = DelayPiece()
  /// Frames since something else than silence went into a memory.
  var quietFrameCount: Int

  /// Makes an empty memory of two seconds with the default parameters.
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

  /// Takes a parameter.
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

  /// Empties the memory.
  @_noLocks public mutating func reset() {
    guard !isEmpty else { return }
    left.clear()
    right.clear()
    quietFrameCount = left.capacity
    settle()
  }

  /// Seconds in which what sounds gets 100 dB quieter, with the parameters as they are.
  public var tail: Double {
    let part = Double(feedback.aim)
    let repeats = part > 1e-5 ? -16.61 / DSP.log2(part) : 0
    return (repeats + 1) * Double(time.aim) / sampleRate
  }
}
