import TenutoExtension

/// A value that goes to its aim in a straight line, in a fixed number of frames.
struct Ramp: BitwiseCopyable {
  private var target: Float = 0
  private var step: Float = 0
  /// Frames until the aim is reached.
  private(set) var remaining = 0
  private let frameCount: Int32
  /// Whether it was asked for a line, which takes its time also while nothing sounds.
  private var isLine = false

  /// A value that takes `frameCount` frames to any aim.
  init(frameCount: Int) { self.frameCount = Int32(frameCount) }

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
    remaining = Int(frameCount)
    isLine = false
  }

  /// Goes to `target` in a line that begins with the next frame and is there after `frames`.
  @_noLocks mutating func ramp(to target: Float, over frames: Int) {
    let value = self.target - step * Float(remaining)
    self.target = target
    step = (target - value) / Float(max(1, frames))
    // The next frame still has the old value, and the one after `frames` is the aim.
    remaining = max(1, frames) + 1
    isLine = true
  }

  /// The value that it goes to, or has.
  var aim: Float { @_noLocks get { target } }

  /// Moves on by some frames.
  @_noLocks mutating func advance(by frames: Int) { remaining = max(0, remaining - frames) }

  /// Puts the value where it belongs, at once, unless it goes there in a line.
  @_noLocks mutating func settle() {
    if !isLine { remaining = 0 }
  }

  /// Goes back to 0.
  @_noLocks mutating func restart() {
    target = 0
    remaining = 0
  }
}
