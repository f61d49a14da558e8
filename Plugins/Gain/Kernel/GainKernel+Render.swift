import TenutoExtension

extension GainKernel {
  /// Renders at most one piece.
  @_noLocks mutating func renderPiece(
    _ cycle: inout RenderCycle, from start: Int, length: Int
  ) {
    fillGains(length)
    let isNeutral = gains.isValid && gains.isNeutral
    for channel in 0..<cycle.output.channelCount {
      if isNeutral {
        copy(cycle.input, to: &cycle.output, channel, start..<start + length)
      } else if gains.isValid && gains.mono[0] == 0 {
        scale(cycle.input, to: &cycle.output, channel, start..<start + length)
      } else {
        blend(cycle.input, to: &cycle.output, channel, start..<start + length)
      }
    }
  }

  private var isAtRest: Bool {
    @_noLocks mutating get {
      fader.isAtRest && !balance.isMoving && !mono.isMoving && !leftSign.isMoving
        && !rightSign.isMoving
    }
  }

  @_noLocks private mutating func fillGains(_ length: Int) {
    guard !gains.isValid else { return }
    gains.isValid = isAtRest
    for frame in 0..<length {
      let level = fader.next()
      let side = balance.next()
      let left = isStereo ? min(1, 1 - side) : 1
      let right = isStereo ? min(1, 1 + side) : 1
      gains.left[frame & 63] = level * left * leftSign.next()
      gains.right[frame & 63] = level * right * rightSign.next()
      gains.mono[frame & 63] = mono.next()
    }
    if gains.isValid { gains.spreadFirst() }
  }

  @_noLocks private mutating func copy(
    _ input: borrowing AudioBlock, to block: inout MutableAudioBlock, _ channel: Int,
    _ frames: Range<Int>
  ) {
    var peak: Float = 0
    var output = block.channel(channel)
    for frame in frames {
      let sample = input[channel, frame]
      output[frame] = sample
      if abs(sample) > peak { peak = abs(sample) }
    }
    meter.hear(peak, channel: channel)
  }

  @_noLocks private mutating func scale(
    _ input: borrowing AudioBlock, to block: inout MutableAudioBlock, _ channel: Int,
    _ frames: Range<Int>
  ) {
    let gain = channel & 1 == 0 ? gains.left[0] : gains.right[0]
    var peak: Float = 0
    var output = block.channel(channel)
    for frame in frames {
      let sample = Self.flush(input[channel, frame] * gain)
      output[frame] = sample
      if abs(sample) > peak { peak = abs(sample) }
    }
    meter.hear(peak, channel: channel)
  }

  @_noLocks private mutating func blend(
    _ input: borrowing AudioBlock, to block: inout MutableAudioBlock, _ channel: Int,
    _ frames: Range<Int>
  ) {
    var peak: Float = 0
    var output = block.channel(channel)
    for frame in frames {
      let offset = (frame - frames.lowerBound) & 63
      let gain = channel & 1 == 0 ? gains.left[offset] : gains.right[offset]
      let own = input[channel, frame] * gain
      let part = gains.mono[offset]
      let sample = Self.flush(part > 0 ? own + part * (mean(input, frame, offset) - own) : own)
      output[frame] = sample
      if abs(sample) > peak { peak = abs(sample) }
    }
    meter.hear(peak, channel: channel)
  }

  /// Returns the mean of all channels at a frame of the cycle, which is `offset` in the piece.
  @_noLocks private mutating func mean(
    _ input: borrowing AudioBlock, _ frame: Int, _ offset: Int
  ) -> Float {
    var sum: Float = 0
    for channel in 0..<input.channelCount {
      let gain = channel & 1 == 0 ? gains.left[offset & 63] : gains.right[offset & 63]
      sum += input[channel, frame] * gain
    }
    return sum / Float(input.channelCount)
  }

  /// Returns a sample, or 0 for a level below -300 dB.
  @_noLocks private static func flush(_ sample: Float) -> Float {
    abs(sample) < 1e-15 ? 0 : sample
  }
}
