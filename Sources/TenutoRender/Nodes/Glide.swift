/// A value on its way to another one in a straight line, as an event asks for it.
struct Glide: BitwiseCopyable {
  private var start: Float
  private(set) var end: Float
  private var length: Int
  private var position = 0

  /// A value that stands still.
  @_noLocks
  init(_ value: Float) {
    (start, end, length) = (value, value, 0)
  }

  /// Frames until it stands still; 0 while it does.
  var remaining: Int { @_noLocks get { length &- position } }

  /// The value in `frames` frames, at most `remaining`.
  @_noLocks
  func value(after frames: Int) -> Float {
    let place = position &+ frames
    if place >= length { return end }
    return start + (end - start) * (Float(place) / Float(length))
  }

  /// Goes from the value that it has now to `value`, where it is in `frameCount` frames.
  @_noLocks
  mutating func go(to value: Float, frameCount: Int) {
    start = self.value(after: 0)
    (end, length, position) = (value, frameCount, 0)
  }

  /// Lets `frames` frames pass.
  @_noLocks
  mutating func advance(_ frames: Int) {
    position = position &+ frames
    if position >= length { (start, length, position) = (end, 0, 0) }
  }
}
