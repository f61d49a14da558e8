import TenutoExtension

/// A value that goes to its aim in a straight line.
struct Ramp: BitwiseCopyable {
  /// Where it goes.
  private(set) var target: Float
  private var step: Float = 0
  /// Frames until the aim is reached.
  private(set) var remaining = 0

  /// A value that rests.
  init(_ value: Float) { target = value }

  /// The value at the next frame.
  var value: Float { @_noLocks get { target - step * Float(remaining) } }

  /// The value so many frames later.
  @inline(__always) @_noLocks func value(ahead frames: Int) -> Float {
    target - step * Float(max(0, remaining - frames))
  }

  /// Gives the value another aim, to be there so many frames from now.
  @_noLocks mutating func go(to target: Float, in frameCount: Int) {
    go(from: value, to: target, in: frameCount)
  }

  /// Lets the value start again elsewhere.
  @_noLocks mutating func go(from start: Float, to target: Float, in frameCount: Int) {
    remaining = max(0, frameCount)
    step = remaining > 0 ? (target - start) / Float(remaining) : 0
    self.target = target
  }

  /// Moves on by some frames.
  @_noLocks mutating func advance(by frames: Int) { remaining = max(0, remaining - frames) }
}
