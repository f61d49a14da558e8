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
