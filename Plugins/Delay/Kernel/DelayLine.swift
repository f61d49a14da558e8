import TenutoExtension

/// A ring of the last frames of one channel.
struct DelayLine: ~Copyable {
  private var samples: SampleBuffer
  /// The index of the next frame to write.
  private var position = 0

  /// Creates a silent memory.
  init(capacity: Int) { samples = SampleBuffer(count: capacity) }

  /// Fills the memory with silence.
  @_noLocks mutating func clear() {
    for index in 0..<samples.count { samples[index] = 0 }
  }

  /// Writes or reads the frames.
  mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&samples)
    snapshot.exchange(&position)
  }

  /// The capacity in frames.
  var capacity: Int { @_noLocks get { samples.count } }

  /// Returns the number of frames until writing or reading wraps around.
  @_noLocks func framesToEnd(_ time: DelayTime) -> Int {
    let last = max(position, max(start(of: time.frames), start(of: time.nextFrames)))
    return samples.count - last
  }

  /// Advances by some frames, at most to the end of the ring.
  @_noLocks mutating func advance(by frameCount: Int) {
    position += frameCount
    if position == samples.count { position = 0 }
  }

  /// Reads the echo of the next frames.
  @_noLocks mutating func read(_ echo: inout Frames, time: DelayTime, length: Int) {
    copy(to: &echo, from: start(of: time.frames), length: length)
    guard time.isFading else { return }
    var next = Frames(repeating: Lanes())
    copy(to: &next, from: start(of: time.nextFrames), length: length)
    for block in echo.indices {
      let part = time.fade.values(block)
      echo[block] = echo[block] * (1 - part) + next[block] * part
    }
  }

  @_noLocks private func copy(to frames: inout Frames, from start: Int, length: Int) {
    for block in 0..<length >> 2 {
      let first = start &+ 4 &* block
      frames[block & 7] = Lanes(
        samples[first], samples[first &+ 1], samples[first &+ 2], samples[first &+ 3])
    }
    for frame in length & ~3..<length {
      frames[frame >> 2 & 7][frame & 3] = samples[start &+ frame]
    }
  }

  /// Writes the next frames and returns the number of silent frames at their end.
  @_noLocks mutating func write(_ frames: inout Frames, length: Int) -> Int {
    for block in 0..<length >> 2 {
      let first = position &+ 4 &* block
      samples[first] = frames[block & 7].x
      samples[first &+ 1] = frames[block & 7].y
      samples[first &+ 2] = frames[block & 7].z
      samples[first &+ 3] = frames[block & 7].w
    }
    for frame in length & ~3..<length {
      samples[position &+ frame] = frames[frame >> 2 & 7][frame & 3]
    }
    var quiet = 0
    while quiet < length && samples[position &+ length &- 1 &- quiet] == 0 { quiet += 1 }
    return quiet
  }

  @_noLocks private func start(of frames: Int) -> Int {
    position >= frames ? position - frames : position - frames + samples.count
  }
}
