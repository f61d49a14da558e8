/// A value on its way to another one in a straight line, as an event asks for it.
struct Glide: BitwiseCopyable {
  private var start: Float
  private(set) var end: Float
  private var length: Int
  private var position = 0

  /// A value that stands still.
  @_noLocks
  init(_ value: Float) {
    (start, end, length) = (value, value, 0)
  }

  /// Frames until it stands still; 0 while it does.
  var remaining: Int { @_noLocks get { length &- position } }

  /// The value in `frames` frames, at most `remaining`.
  @_noLocks
  func value(after frames: Int) -> Float {
    let place = position &+ frames
    if place >= length { return end }
    return start + (end - start) * (Float(place) / Float(length))
  }

  /// Goes from the value that it has now to `value`, where it is in `frameCount` frames.
  @_noLocks
  mutating func go(to value: Float, frameCount: Int) {
    start = self.value(after: 0)
    (end, length, position) = (value, frameCount, 0)
  }

  /// Lets `frames` frames pass.
  @_noLocks
  mutating func advance(_ frames: Int) {
    position = position &+ frames
    if position >= length { (start, length, position) = (end, 0, 0) }
  }
}

/// Loops over samples with a gain that stands still or changes from frame to frame.
///
/// Without a branch in them, so that the compiler makes vectors of them.
enum GainLoop {
  /// Adds `count` samples by the gain of `path`, which is at `frame` of its segment.
  ///
  /// Thread: render. At a gain of 1 samples are added as they are; at 0 nothing is done.
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

  /// Takes `count` samples by the gain of `path`, which is at `frame` of its segment.
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
