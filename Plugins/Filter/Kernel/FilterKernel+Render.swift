import TenutoExtension

extension FilterKernel {
  /// Renders frames at most up to the next check of the states.
  @_noLocks mutating func renderPiece(
    _ cycle: inout RenderCycle, from start: Int, length: Int
  ) {
    prepare(length)
    let channelCount = min(cycle.output.channelCount, 8)
    for index in 0..<(channelCount + 1) / 2 {
      // An odd last channel is filtered twice.
      let left = 2 * index
      let right = min(left + 1, channelCount - 1)
      if piece.isValid {
        filterAtRest(&cycle, left, right, start..<start + length)
      } else {
        filterMoving(&cycle, left, right, start..<start + length)
      }
    }
    framesToCheck -= length
    if framesToCheck == 0 { check() }
  }

  @_noLocks private mutating func check() {
    framesToCheck = 64
    for index in pairs.indices { pairs[index].settle() }
  }

  @_noLocks private mutating func prepare(_ length: Int) {
    guard !piece.isValid else { return }
    let isAtRest = controls.isAtRest && !mix.isMoving
    for frame in 0..<(isAtRest ? 1 : length) {
      piece.coefficients[frame & 63] = controls.coefficients
      piece.mix[frame & 63] = Double(mix.next())
      controls.advance()
    }
    piece.isValid = isAtRest
  }

  @_noLocks private mutating func filterAtRest(
    _ cycle: inout RenderCycle, _ left: Int, _ right: Int, _ frames: Range<Int>
  ) {
    let coefficients = piece.coefficients[0]
    let steps = FilterPair.Steps(coefficients)
    let mix = piece.mix[0]
    var pair = pairs[left >> 1 & 3]
    for frame in frames {
      let input = Self.read(cycle.input, left, right, frame)
      let filtered = pair.process(input, steps, coefficients)
      Self.write(input + mix * (filtered - input), to: &cycle.output, left, right, frame)
    }
    pairs[left >> 1 & 3] = pair
  }

  @_noLocks private mutating func filterMoving(
    _ cycle: inout RenderCycle, _ left: Int, _ right: Int, _ frames: Range<Int>
  ) {
    for frame in frames {
      let index = (frame - frames.lowerBound) & 63
      let coefficients = piece.coefficients[index]
      let input = Self.read(cycle.input, left, right, frame)
      let filtered = pairs[left >> 1 & 3].process(
        input, FilterPair.Steps(coefficients), coefficients)
      let output = input + piece.mix[index] * (filtered - input)
      Self.write(output, to: &cycle.output, left, right, frame)
    }
  }

  @inline(__always) @_noLocks private static func read(
    _ input: borrowing AudioBlock, _ left: Int, _ right: Int, _ frame: Int
  ) -> Pair {
    Pair(Double(limit(input[left, frame])), Double(limit(input[right, frame])))
  }

  /// Returns a sample that is safe for the states: finite and at most 80 dB above full scale.
  @inline(__always) @_noLocks private static func limit(_ sample: Float) -> Float {
    if abs(sample) <= 1e4 { return sample }
    return sample > 0 ? 1e4 : sample < 0 ? -1e4 : 0
  }

  @inline(__always) @_noLocks private static func write(
    _ pair: Pair, to output: inout MutableAudioBlock, _ left: Int, _ right: Int, _ frame: Int
  ) {
    var second = output.channel(right)
    second[frame] = flush(pair.y)
    var first = output.channel(left)
    first[frame] = flush(pair.x)
  }

  /// Returns a sample, or 0 for a level below -300 dB.
  @inline(__always) @_noLocks private static func flush(_ sample: Double) -> Float {
    abs(sample) < 1e-15 ? 0 : Float(sample)
  }
}
