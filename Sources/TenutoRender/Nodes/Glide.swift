/// A value that moves linearly to a target, as for a ramp event.
struct Glide: BitwiseCopyable {
  private var start: Float
  private(set) var end: Float
  private var length: Int
  private var position = 0

  /// Creates a constant value.
  @_noLocks
  init(_ value: Float) {
    (start, end, length) = (value, value, 0)
  }

  /// Frames until it reaches its target; 0 if it has.
  var remaining: Int { @_noLocks get { length &- position } }

  /// The value after `frames` frames, at most `remaining`.
  @_noLocks
  func value(after frames: Int) -> Float {
    let place = position &+ frames
    if place >= length { return end }
    return start + (end - start) * (Float(place) / Float(length))
  }

  /// Moves from its current value to `value` in `frameCount` frames.
  @_noLocks
  mutating func go(to value: Float, frameCount: Int) {
    start = self.value(after: 0)
    (end, length, position) = (value, frameCount, 0)
  }

  /// Advances by `frames` frames.
  @_noLocks
  mutating func advance(_ frames: Int) {
    position = position &+ frames
    if position >= length { (start, length, position) = (end, 0, 0) }
  }
}

/// Loops over samples with a constant or moving gain.
///
/// They have no branches, so that the compiler vectorizes them.
enum GainLoop {
  /// Adds `count` samples with the gain of `path`, starting at `frame` of its segment.
  ///
  /// Thread: render. A gain of 1 adds the samples unchanged; a gain of 0 does nothing.
  @_noLocks
  static func add(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>,
    _ path: MixerStrip.Path, at frame: Int, count: Int
  ) {
    if path.step != 0 {
      let (start, step, first) = (path.start, path.step, Int32(truncatingIfNeeded: frame))
      for index in 0..<count {
        let gain = start + step * Float(first &+ Int32(truncatingIfNeeded: index))
        unsafe destination[index] += source[index] * gain
      }
    } else if path.end == 1 {
      unsafe Samples.add(source, to: destination, count: count)
    } else if path.end != 0 {
      let gain = path.end
      for index in 0..<count { unsafe destination[index] += source[index] * gain }
    }
  }

  /// Multiplies `count` samples by the gain of `path`, starting at `frame` of its segment.
  ///
  /// Thread: render.
  @_noLocks
  static func scale(
    _ samples: UnsafeMutablePointer<Float>, _ path: MixerStrip.Path, at frame: Int, count: Int
  ) {
    if path.step != 0 {
      let (start, step, first) = (path.start, path.step, Int32(truncatingIfNeeded: frame))
      for index in 0..<count {
        unsafe samples[index] *= start + step * Float(first &+ Int32(truncatingIfNeeded: index))
      }
    } else if path.end != 1 {
      let gain = path.end
      for index in 0..<count { unsafe samples[index] *= gain }
    }
  }
}
