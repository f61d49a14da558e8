import TenutoExtension

/// A value that goes to its aim in a straight line, in a fixed number of frames.
struct Ramp: BitwiseCopyable {
  private var target: Float = 0
  private var step: Float = 0
  /// Frames until the aim is reached.
  private(set) var remaining = 0
  private let frameCount: Int

  /// A value that takes `frameCount` frames to any aim.
  init(frameCount: Int) { self.frameCount = frameCount }

  /// Returns the values of the next four frames but `4 * block`; the aim from where it is reached.
  @inline(__always) @_noLocks func values(_ block: Int) -> Lanes {
    guard remaining > 0 else { return Lanes(repeating: target) }
    var distances = Float(remaining - 4 * block) - Lanes(1, 2, 3, 4)
    distances.replace(with: 0, where: distances .< 0)
    return target - step * distances
  }

  /// Gives the value another aim.
  @_noLocks mutating func set(_ target: Float) {
    let value = self.target - step * Float(remaining)
    self.target = target
    step = (target - value) / Float(frameCount)
    remaining = frameCount
  }

  /// Moves on by some frames.
  @_noLocks mutating func advance(by frames: Int) { remaining = max(0, remaining - frames) }

  /// Puts the value where it belongs, at once.
  @_noLocks mutating func settle() { remaining = 0 }

  /// Goes back to 0.
  @_noLocks mutating func restart() {
    target = 0
    remaining = 0
  }
}
