/// A linear ramp of a parameter's value, for kernels that support `Event.ramp`.
///
///     case .parameter(address: 0, let value): gain.set(value)
///     case .ramp(address: 0, let value, let frameCount): gain.ramp(to: value, frameCount: frameCount)
///
/// In `render`, either take `next()` in every frame, or `value(ahead: frame)` in the frames of a
/// piece and then `advance(by:)` its length. Both give the same values however a cycle is split.
///
/// Thread: render.
public struct ParameterRamp: BitwiseCopyable, Sendable {
  /// The target of the ramp, or the constant value.
  public private(set) var target: Float
  /// The increment of the value per frame.
  @usableFromInline var step: Float = 0
  @usableFromInline var remaining = 0

  /// Creates a constant `value`.
  @_noLocks public init(_ value: Float) { target = value }

  /// Jumps to `value`.
  ///
  /// Thread: render.
  @_noLocks public mutating func set(_ value: Float) { self = ParameterRamp(value) }

  /// Ramps from the current value to `value` in `frameCount` frames; jumps if that is 0.
  ///
  /// Thread: render.
  @_noLocks public mutating func ramp(to value: Float, frameCount: Int) {
    ramp(from: self.value, to: value, frameCount: frameCount)
  }

  /// Ramps from `start`, the value of the next frame, to `value` in `frameCount` frames.
  ///
  /// Thread: render.
  @_noLocks public mutating func ramp(from start: Float, to value: Float, frameCount: Int) {
    remaining = max(0, frameCount)
    step = remaining > 0 ? (value - start) / Float(remaining) : 0
    target = value
  }

  /// Whether the ramp is still running.
  @inlinable public var isMoving: Bool { @_noLocks get { remaining > 0 } }

  /// Frames until the ramp ends; 0 for a constant value.
  @inlinable public var remainingFrameCount: Int { @_noLocks get { remaining } }

  /// The value at the next frame; exact at the end of the ramp.
  @inlinable public var value: Float {
    @_noLocks get { target - step * Float(remaining) }
  }

  /// Returns the value `frameCount` frames after the next one.
  ///
  /// Thread: render.
  @inlinable @inline(__always)
  @_noLocks public func value(ahead frameCount: Int) -> Float {
    target - step * Float(max(0, remaining - frameCount))
  }

  /// Advances by `frameCount` frames.
  ///
  /// Thread: render.
  @inlinable
  @_noLocks public mutating func advance(by frameCount: Int) {
    remaining = max(0, remaining - frameCount)
  }

  /// Returns the value of this frame, and advances to the next.
  ///
  /// Thread: render.
  @inlinable
  @_noLocks public mutating func next() -> Float {
    let value = value
    if remaining > 0 { remaining &-= 1 }
    return value
  }
}
