internal import CTenuto

/// Loops over samples for the render thread, on which the standard library's are not allowed.
enum Samples {
  /// Copies `count` samples.
  @_noLocks
  static func copy(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count { unsafe destination[index] = source[index] }
  }

  /// Adds `count` samples.
  @_noLocks
  static func add(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int
  ) {
    unsafe tenuto_samples_add(source, destination, count)
  }

  /// Silences `count` samples.
  @_noLocks
  static func clear(_ destination: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count { unsafe destination[index] = 0 }
  }

  /// The largest magnitude of `count` samples.
  @_noLocks
  static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
    let largest = unsafe tenuto_samples_peak(samples, count)
    return Float(bitPattern: UInt32(bitPattern: largest))
  }

  /// Fades `count` samples in linearly: full after `total` frames, starting at frame `start`.
  @_noLocks
  static func fadeIn(
    _ samples: UnsafeMutablePointer<Float>, count: Int, start: Int, total: Int
  ) {
    for index in 0..<count {
      let position = start &+ index &+ 1
      if position >= total { return }
      let gain = position <= 0 ? 0 : Float(position) / Float(total)
      unsafe samples[index] *= gain
    }
  }

  /// Fades `count` samples linearly to silence over the last `length` of them.
  @_noLocks
  static func fadeOut(_ samples: UnsafeMutablePointer<Float>, count: Int, length: Int) {
    let first = count &- length
    for index in 0..<length {
      unsafe samples[first &+ index] *= Float(length &- 1 &- index) / Float(length)
    }
  }
}
