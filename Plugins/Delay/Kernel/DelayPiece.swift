import TenutoExtension

/// Four frames that are computed together.
typealias Lanes = SIMD4<Float>

/// One number for each of 32 frames.
typealias Frames = InlineArray<8, Lanes>

/// A piece of frames on its way through the delay.
struct DelayPiece: BitwiseCopyable {
  /// Frames in use, `0...capacity`; the rest is computed as well and ignored.
  var length = 0
  /// Input, then output.
  var left = Frames(repeating: Lanes())
  /// Input, then output.
  var right = Frames(repeating: Lanes())
  /// Sound read from the memory, then sound to write.
  var leftEcho = Frames(repeating: Lanes())
  /// Sound read from the memory, then sound to write.
  var rightEcho = Frames(repeating: Lanes())

  /// The greatest number of frames of a piece.
  static var capacity: Int { @_noLocks get { 32 } }

  /// Copies the input of both channels, or of one for both, and returns whether it is silent.
  @_noLocks mutating func read(_ input: borrowing AudioBlock, from start: Int) -> Bool {
    var bits = Self.read(&left, input, channel: 0, from: start, length: length)
    if input.channelCount == 1 {
      right = left
    } else {
      bits |= Self.read(&right, input, channel: 1, from: start, length: length)
    }
    return bits << 1 == 0  // all but the sign
  }

  /// Copies the input of one channel and returns the union of the bits of its samples.
  @_noLocks private static func read(
    _ frames: inout Frames, _ input: borrowing AudioBlock, channel: Int, from start: Int,
    length: Int
  ) -> UInt32 {
    var bits = SIMD4<UInt32>()
    for block in 0..<length >> 2 {
      let first = start &+ 4 &* block
      let lanes = Lanes(
        input[channel, first], input[channel, first &+ 1], input[channel, first &+ 2],
        input[channel, first &+ 3])
      frames[block & 7] = lanes
      // Every bit pattern is valid in both types.
      bits |= unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
    }
    for frame in length & ~3..<length {
      let sample = input[channel, start &+ frame]
      frames[frame >> 2 & 7][frame & 3] = sample
      bits.x |= sample.bitPattern
    }
    return bits.x | bits.y | bits.z | bits.w
  }

  /// Silences the output.
  @_noLocks mutating func silence() {
    for block in 0..<8 {
      left[block] = Lanes()
      right[block] = Lanes()
    }
  }

  /// Computes the output and the sound for the memory.
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

  /// Returns `frames` with 0 for levels below -300 dB, so that tails end before subnormal numbers.
  @inline(__always) @_noLocks private static func flush(_ frames: Lanes) -> Lanes {
    var frames = frames
    frames.replace(with: 0, where: (frames .< 1e-15) .& (frames .> -1e-15))
    return frames
  }

  /// Writes both channels to the output.
  @_noLocks mutating func write(to output: inout MutableAudioBlock, from start: Int) {
    var spans = output.stereo()
    for block in 0..<length >> 2 {
      Self.write(&left[block & 7], to: &spans.left, from: start &+ 4 &* block)
      Self.write(&right[block & 7], to: &spans.right, from: start &+ 4 &* block)
    }
    for frame in length & ~3..<length {
      spans.left[start &+ frame] = left[frame >> 2 & 7][frame & 3]
      spans.right[start &+ frame] = right[frame >> 2 & 7][frame & 3]
    }
  }

  @inline(__always) @_noLocks private static func write(
    _ lanes: inout Lanes, to span: inout MutableSpan<Float>, from start: Int
  ) {
    span[start] = lanes.x
    span[start &+ 1] = lanes.y
    span[start &+ 2] = lanes.z
    span[start &+ 3] = lanes.w
  }
}
