import TenutoExtension

extension CompressorKernel {
  /// Measures a frame of the key signal and advances the reductions.
  @inline(__always) @_noLocks mutating func listen(
    _ input: borrowing AudioBlock, _ frame: Int
  ) {
    let hasKey = isExternal && keyChannelCount > 0
    let first = hasKey ? channelCount : 0
    let count = hasKey ? keyChannelCount : channelCount
    let last = first + count - 1
    let left = detectors[0].level(Double(limit(input[first, frame])))
    let right = count == 2 ? detectors[1].level(Double(limit(input[last, frame]))) : left
    follow(
      Double(leftLevels.push(Float(left), delay: levelDelay)),
      Double(rightLevels.push(Float(right), delay: levelDelay)))
  }

  /// Moves the reductions towards those of two levels.
  @inline(__always) @_noLocks private mutating func follow(_ left: Double, _ right: Double) {
    let isLeftLouder = left > right
    let loudest = controls.curve.reduction(of: isLeftLouder ? left : right)
    let link = channelCount == 1 ? 1 : controls.curve.link
    guard link < 1 else {
      smoothers[0].follow(loudest, ballistics)
      smoothers[1].follow(loudest, ballistics)
      return
    }
    let quieter = controls.curve.reduction(of: isLeftLouder ? right : left)
    let own = isLeftLouder ? loudest : quieter
    let other = isLeftLouder ? quieter : loudest
    smoothers[0].follow(own + link * (loudest - own), ballistics)
    smoothers[1].follow(other + link * (loudest - other), ballistics)
  }

  /// Writes a frame of the output.
  @inline(__always) @_noLocks mutating func compress(
    _ input: borrowing AudioBlock, to output: inout MutableAudioBlock, _ frame: Int
  ) {
    let mix = controls.curve.mix
    let gain = smoothers[0].gain
    let factor = 1 + mix * (gain * controls.curve.makeUp - 1)
    let dry = leftDelay.exchange(limit(input[0, frame]))
    write(dry * factor, to: &output, 0, frame)
    guard channelCount == 2 else { return }
    let isSame = smoothers[0].value == smoothers[1].value
    let otherGain = isSame ? gain : smoothers[1].gain
    let otherFactor = 1 + mix * (otherGain * controls.curve.makeUp - 1)
    let otherDry = rightDelay.exchange(limit(input[1, frame]))
    write(otherDry * otherFactor, to: &output, 1, frame)
  }

  /// Writes a sample, or 0 for a level below -300 dB.
  @inline(__always) @_noLocks private func write(
    _ sample: Float, to output: inout MutableAudioBlock, _ channel: Int, _ frame: Int
  ) {
    var span = output.channel(channel)
    span[frame] = abs(sample) < 1e-15 ? 0 : sample
  }

  /// Returns a sample that is safe for the states: finite and at most 80 dB above full scale.
  @inline(__always) @_noLocks private func limit(_ sample: Float) -> Float {
    if abs(sample) <= 1e4 { return sample }
    return sample > 0 ? 1e4 : sample < 0 ? -1e4 : 0
  }
}
