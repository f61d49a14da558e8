import TenutoExtension

/// Four frames that are computed together.
typealias Lanes = SIMD4<Float>

/// One number for each of 32 frames.
typealias Frames = InlineArray<8, Lanes>

/// Some frames on their way through the delay.
struct DelayPiece: BitwiseCopyable {
  /// Frames in use, `0...capacity`; the rest is computed with them and ignored.
  var length = 0
  /// What comes in, and then what goes out.
  var left = Frames(repeating: Lanes())
  /// What comes in, and then what goes out.
  var right = Frames(repeating: Lanes())
  /// What comes out of the memory, and then what goes in.
  var leftEcho = Frames(repeating: Lanes())
  /// What comes out of the memory, and then what goes in.
  var rightEcho = Frames(repeating: Lanes())

  /// The most frames of a piece.
  static var capacity: Int { @_noLocks get { 32 } }

  /// Takes the input of both channels and returns whether it is silent.
  @_noLocks mutating func read(_ input: borrowing AudioBlock, from start: Int) -> Bool {
    var bits: UInt32 = 0
    for frame in 0..<length {
      let leftSample = input[0, start &+ frame]
      let rightSample = input[1, start &+ frame]
      left[frame >> 2 & 7][frame & 3] = leftSample
      right[frame >> 2 & 7][frame & 3] = rightSample
      bits |= leftSample.bitPattern | rightSample.bitPattern
    }
    return bits << 1 == 0  // all but the sign
  }

  /// Silences what goes out.
  @_noLocks mutating func silence() {
    for block in 0..<8 {
      left[block] = Lanes()
      right[block] = Lanes()
    }
  }

  /// Computes what goes out and what goes into the memory.
  @_noLocks mutating func process(feedback: Ramp, mix: Ramp) {
    for block in 0..<8 {
      let part = mix.values(block)
      let back = feedback.values(block)
      Self.process(&left[block], echo: &leftEcho[block], feedback: back, mix: part)
      Self.process(&right[block], echo: &rightEcho[block], feedback: back, mix: part)
    }
  }

  @inline(__always) @_noLocks private static func process(
    _ frames: inout Lanes, echo: inout Lanes, feedback: Lanes, mix: Lanes
  ) {
    let repeated = frames + echo * feedback
    frames = flush(frames * (1 - mix) + echo * mix)
    echo = flush(repeated)
  }

  /// Returns `frames` with 0 for all that is below -300 dB, so that tails end before subnormals.
  @inline(__always) @_noLocks private static func flush(_ frames: Lanes) -> Lanes {
    var frames = frames
    frames.replace(with: 0, where: (frames .< 1e-15) .& (frames .> -1e-15))
    return frames
  }

  /// Hands out both channels.
  @_noLocks mutating func write(to output: inout MutableAudioBlock, from start: Int) {
    var spans = output.stereo()
    for frame in 0..<length {
      spans.left[start &+ frame] = left[frame >> 2 & 7][frame & 3]
      spans.right[start &+ frame] = right[frame >> 2 & 7][frame & 3]
    }
  }
}
