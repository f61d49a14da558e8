/// Loops over samples that may run on the render thread; the library's own are refused there.
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
    for index in 0..<count { unsafe destination[index] += source[index] }
  }

  /// Silences `count` samples.
  @_noLocks
  static func clear(_ destination: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count { unsafe destination[index] = 0 }
  }
}
