import TenutoExtension

/// A value that moves linearly to its target in a fixed number of frames.
struct Ramp: BitwiseCopyable {
  private var target: Float = 0
  private var step: Float = 0
  /// Frames until the target is reached.
  private(set) var remaining = 0
  private let frameCount: Int32
  /// Whether the move is an explicit ramp, which keeps its duration also during silence.
  private var isLine = false

  /// Creates a value that takes `frameCount` frames to any target.
  init(frameCount: Int) { self.frameCount = Int32(frameCount) }

  /// Returns the values of four frames from frame `4 * block` on.
  @inline(__always) @_noLocks func values(_ block: Int) -> Lanes {
    guard remaining > 0 else { return Lanes(repeating: target) }
    var distances = Float(remaining - 4 * block) - Lanes(1, 2, 3, 4)
    distances.replace(with: 0, where: distances .< 0)
    return target - step * distances
  }

  /// Sets a new target.
  @_noLocks mutating func set(_ target: Float) {
    let value = self.target - step * Float(remaining)
    self.target = target
    step = (target - value) / Float(frameCount)
    remaining = Int(frameCount)
    isLine = false
  }

  /// Ramps linearly from the next frame to `target`, which is reached after `frames`.
  @_noLocks mutating func ramp(to target: Float, over frames: Int) {
    let value = self.target - step * Float(remaining)
    self.target = target
    step = (target - value) / Float(max(1, frames))
    // The next frame still has the old value, and the frame after `frames` has the target.
    remaining = max(1, frames) + 1
    isLine = true
  }

  /// The target value.
  var aim: Float { @_noLocks get { target } }

  /// Advances by some frames.
  @_noLocks mutating func advance(by frames: Int) { remaining = max(0, remaining - frames) }

  /// Jumps to the target, unless an explicit ramp is running.
  @_noLocks mutating func settle() {
    if !isLine { remaining = 0 }
  }

  /// Resets the value to 0.
  @_noLocks mutating func restart() {
    target = 0
    remaining = 0
  }
}
