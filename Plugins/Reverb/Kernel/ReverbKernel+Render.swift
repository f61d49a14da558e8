public import TenutoExtension

extension ReverbKernel {
  /// Whether the room is silent.
  var isEmpty: Bool { @_noLocks get { quietFrameCount >= memoryFrameCount } }

  /// Renders in pieces of a few frames.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    let frameCount = cycle.frameCount
    var start = 0
    while start < frameCount {
      let count = min(32, frameCount - start)
      read(cycle.input, from: start, count: count)
      for frame in 0..<count {
        let dry = block[frame & 31]
        let wet = isEmpty && dry == SIMD2() ? SIMD2() : next(dry)
        block[frame & 31] = blend(dry, wet)
      }
      write(to: &cycle.output, from: start, count: count)
      start += count
    }
  }

  /// Copies some frames; samples that are NaN or above 60 dB do not enter the room.
  @_noLocks private mutating func read(
    _ input: borrowing AudioBlock, from start: Int, count: Int
  ) {
    let right = isStereoInput ? 1 : 0
    for frame in 0..<count {
      var pair = SIMD2(input[0, start + frame], input[right, start + frame])
      let isSound = (pair .< 1000) .& (pair .> -1000)
      pair.replace(with: 0, where: .!isSound)
      block[frame & 31] = pair
    }
  }

  @_noLocks private mutating func write(
    to output: inout MutableAudioBlock, from start: Int, count: Int
  ) {
    var spans = output.stereo()
    for frame in 0..<count {
      spans.left[start + frame] = block[frame & 31].x
      spans.right[start + frame] = block[frame & 31].y
    }
  }

  /// Sends one frame through the room.
  @inline(__always) @_noLocks private mutating func next(_ dry: SIMD2<Float>) -> SIMD2<Float> {
    if phase == 0 { aim() }
    var isQuiet = dry == SIMD2()
    var frame = preDelay.next(dry)
    let stride = diffusion.count / 4
    for index in 0..<4 {
      frame = diffusers[index].next(
        frame, memory: &diffusion, start: index * stride, position: diffusionPosition,
        feedback: diffusionFeedback)
    }
    diffusionPosition &+= 1
    let wet = network.next(frame, isQuiet: &isQuiet)
    phase = (phase + 1) & 15
    quietFrameCount = isQuiet ? quietFrameCount + 1 : 0
    if isEmpty { rest() }
    return wet
  }

  @_noLocks private mutating func aim() {
    network.aim(room, targets: targetLengths, damping: targetDamping)
    diffusionFeedback += (room.diffusion - diffusionFeedback) * 0.02
  }

  /// Ends a tail after its last frame.
  @_noLocks private mutating func rest() {
    network.clearStates()
    settle()
  }

  /// Mixes the input and the room's response.
  @inline(__always) @_noLocks private mutating func blend(
    _ dry: SIMD2<Float>, _ wet: SIMD2<Float>
  ) -> SIMD2<Float> {
    let middle = (wet.x + wet.y) * 0.5
    let side = (wet.x - wet.y) * 0.5 * width.value
    let output = dry * dryGain + SIMD2(middle + side, middle - side) * wetGain
    width.advance(by: 1)
    if mix.isMoving {
      mix.advance(by: 1)
      updateMix()
    }
    return output
  }
}
