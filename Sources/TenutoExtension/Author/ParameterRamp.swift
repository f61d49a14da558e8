/// A parameter's value on its way in a straight line, for kernels that take `Event.ramp`.
///
///     case .parameter(address: 0, let value): gain.set(value)
///     case .ramp(address: 0, let value, let frameCount): gain.ramp(to: value, frameCount: frameCount)
///
/// Thread: render.
public struct ParameterRamp: BitwiseCopyable, Sendable {
  private var start: Float
  private var target: Float
  private var position = 0
  private var frameCount = 0

  /// Stands at `value`.
  @_noLocks public init(_ value: Float) {
    start = value
    target = value
  }

  /// Takes `value` at once.
  @_noLocks public mutating func set(_ value: Float) { self = ParameterRamp(value) }

  /// Goes from where it is to `value`, there after `frameCount` frames; at once for none.
  @_noLocks public mutating func ramp(to value: Float, frameCount: Int) {
    start = self.value
    target = value
    position = 0
    self.frameCount = max(0, frameCount)
  }

  /// Whether it has not arrived yet.
  public var isMoving: Bool { @_noLocks get { position < frameCount } }

  /// The value at the frame that comes next; exact at the end of the way.
  public var value: Float {
    @_noLocks get {
      guard position < frameCount else { return target }
      let part = Double(position) / Double(frameCount)
      return Float(Double(start) + (Double(target) - Double(start)) * part)
    }
  }

  /// The value of this frame; goes on to the next.
  @_noLocks public mutating func next() -> Float {
    let value = value
    if position < frameCount { position &+= 1 }
    return value
  }
}
