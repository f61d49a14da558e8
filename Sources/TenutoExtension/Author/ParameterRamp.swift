/// A parameter's value on its way in a straight line, for kernels that take `Event.ramp`.
///
///     case .parameter(address: 0, let value): gain.set(value)
///     case .ramp(address: 0, let value, let frameCount): gain.ramp(to: value, frameCount: frameCount)
///
/// In `render`, either take `next()` in every frame, or `value(ahead: frame)` in the frames of a
/// piece and then `advance(by:)` its length. Both give the same values however a cycle is cut.
///
/// Thread: render.
public struct ParameterRamp: BitwiseCopyable, Sendable {
  /// Where it goes, or stands.
  public private(set) var target: Float
  /// What the value grows by in a frame.
  @usableFromInline var step: Float = 0
  @usableFromInline var remaining = 0

  /// Stands at `value`.
  @_noLocks public init(_ value: Float) { target = value }

  /// Takes `value` at once.
  ///
  /// Thread: render.
  @_noLocks public mutating func set(_ value: Float) { self = ParameterRamp(value) }

  /// Goes from where it is to `value`, there after `frameCount` frames; at once for none.
  ///
  /// Thread: render.
  @_noLocks public mutating func ramp(to value: Float, frameCount: Int) {
    ramp(from: self.value, to: value, frameCount: frameCount)
  }

  /// Goes from `start`, which the next frame has, to `value`, there after `frameCount` frames.
  ///
  /// Thread: render.
  @_noLocks public mutating func ramp(from start: Float, to value: Float, frameCount: Int) {
    remaining = max(0, frameCount)
    step = remaining > 0 ? (value - start) / Float(remaining) : 0
    target = value
  }

  /// Whether it has not arrived yet.
  @inlinable public var isMoving: Bool { @_noLocks get { remaining > 0 } }

  /// Frames until it arrives; 0 where it stands.
  @inlinable public var remainingFrameCount: Int { @_noLocks get { remaining } }

  /// The value at the frame that comes next; exact at the end of the way.
  @inlinable public var value: Float {
    @_noLocks get { target - step * Float(remaining) }
  }

  /// Returns the value `frameCount` frames after the one that comes next.
  ///
  /// Thread: render.
  @inlinable @inline(__always)
  @_noLocks public func value(ahead frameCount: Int) -> Float {
    target - step * Float(max(0, remaining - frameCount))
  }

  /// Goes on by `frameCount` frames.
  ///
  /// Thread: render.
  @inlinable
  @_noLocks public mutating func advance(by frameCount: Int) {
    remaining = max(0, remaining - frameCount)
  }

  /// Returns the value of this frame; goes on to the next.
  ///
  /// Thread: render.
  @inlinable
  @_noLocks public mutating func next() -> Float {
    let value = value
    if remaining > 0 { remaining &-= 1 }
    return value
  }
}
