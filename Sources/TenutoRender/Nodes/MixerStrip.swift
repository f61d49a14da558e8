internal import CTenuto

/// The strip of one mixer input: gain, pan and mute, as at most two gains.
///
/// Settings move in their own units. At the ends of segments of at most 64 frames they are
/// converted to gains, and each frame's gain is interpolated between these. So no step is audible,
/// each frame costs one product, and the boundaries of cycles do not change the result.
struct MixerStrip: BitwiseCopyable {
  /// Input and output channels of a strip, which give its two gains their meaning.
  enum Shape {
    /// One gain.
    case monoToMono
    /// The gains to the left and to the right.
    case monoToStereo
    /// The gains of the left and of the right.
    case stereoToStereo
    /// The gains of the left and of the right in the sum.
    case stereoToMono
  }

  /// A gain during the current segment.
  struct Path: BitwiseCopyable {
    /// The gain at the start of the segment.
    var start: Float = 0
    /// The change of the gain per frame.
    var step: Float = 0
    /// The gain at the end of the segment, and when nothing moves.
    var end: Float = 0

    @_noLocks init() {}

    /// The gain at a frame of the segment.
    @_noLocks func gain(at frame: Int) -> Float { start + step * Float(frame) }
  }

  /// The input and output channels, which change without a fade.
  private var shape: Shape
  private var gain = Glide(0)
  private var pan = Glide(0)
  /// 1 if it is audible, 0 if it is muted or another input is soloed.
  private var gate = Glide(1)
  /// Whether it is muted, and whether it is soloed.
  var isMuted = false
  var isSolo = false

  private(set) var first = Path()
  private(set) var second = Path()
  private var position = 0
  private var length = 0

  /// Frames of a segment, and of a change without a ramp.
  static var smoothFrameCount: Int { @_noLocks get { 64 } }

  /// Creates a strip in the middle at 0 dB.
  @_noLocks
  init(_ shape: Shape) {
    self.shape = shape
    settle()
  }
}

// MARK: - Settings

extension MixerStrip {
  /// Moves to a gain in dB.
  @_noLocks
  mutating func setGain(_ decibels: Float, frameCount: Int) {
    gain.go(to: min(max(decibels, -90), 12), frameCount: frameCount)
    begin()
  }

  /// Moves to a pan between -1 and 1.
  @_noLocks
  mutating func setPan(_ place: Float, frameCount: Int) {
    pan.go(to: min(max(place, -1), 1), frameCount: frameCount)
    begin()
  }

  /// Opens or closes the gate.
  @_noLocks
  mutating func setGate(anySolo: Bool) {
    let aim: Float = isMuted || (anySolo && !isSolo) ? 0 : 1
    guard aim != gate.end else { return }
    gate.go(to: aim, frameCount: Self.smoothFrameCount)
    begin()
  }

  /// Jumps to the targets.
  @_noLocks
  mutating func settle() {
    gain.advance(gain.remaining)
    pan.advance(pan.remaining)
    gate.advance(gate.remaining)
    setAim(after: 0)
    rest()
  }

  /// Changes the input and output channels at once.
  @_noLocks
  mutating func reshape(_ shape: Shape) {
    self.shape = shape
    setAim(after: 0)
    rest()
    begin()
  }

  /// The gain in dB and the pan, or their targets while they move.
  var aims: (gain: Float, pan: Float) { @_noLocks get { (gain.end, pan.end) } }
}

// MARK: - Segments

extension MixerStrip {
  /// Whether its gains are moving.
  var isMoving: Bool { @_noLocks get { length > 0 } }

  /// Whether it is completely silent.
  var isOff: Bool { @_noLocks get { length == 0 && first.end == 0 && second.end == 0 } }

  /// The current frame in the segment, and the frames left in it.
  var segment: (frame: Int, remaining: Int) { @_noLocks get { (position, length &- position) } }

  /// Advances by frames of the segment; begins the next segment at its end.
  @_noLocks
  mutating func advance(_ frames: Int) {
    guard length > 0 else { return }
    position = position &+ frames
    gain.advance(frames)
    pan.advance(frames)
    gate.advance(frames)
    if position >= length { begin() }
  }

  /// Begins a segment with the current gains, if anything moves.
  @_noLocks
  private mutating func begin() {
    if length > 0 && position < length {
      first.end = first.gain(at: position)
      second.end = second.gain(at: position)
    }
    var count = Self.smoothFrameCount
    if gain.remaining > 0 { count = min(count, gain.remaining) }
    if pan.remaining > 0 { count = min(count, pan.remaining) }
    if gate.remaining > 0 { count = min(count, gate.remaining) }
    guard gain.remaining > 0 || pan.remaining > 0 || gate.remaining > 0 else {
      return settle()
    }
    (first.start, second.start) = (first.end, second.end)
    setAim(after: count)
    first.step = (first.end - first.start) / Float(count)
    second.step = (second.end - second.start) / Float(count)
    (position, length) = (0, count)
  }

  /// Stops at exactly the gains of the settings.
  @_noLocks
  private mutating func rest() {
    (position, length) = (0, 0)
    (first.start, first.step) = (first.end, 0)
    (second.start, second.step) = (second.end, 0)
  }

  /// The gains that result from the settings after `frames` frames.
  @_noLocks
  private mutating func setAim(after frames: Int) {
    let gain = gate.value(after: frames) * Self.linear(self.gain.value(after: frames))
    let place = pan.value(after: frames)
    switch shape {
    case .monoToMono:
      first.end = gain
    case .monoToStereo:
      first.end = gain * Self.root(1 - place)
      second.end = gain * Self.root(1 + place)
    case .stereoToStereo:
      first.end = gain * min(1, 1 - place)
      second.end = gain * min(1, 1 + place)
    case .stereoToMono:
      first.end = gain * 0.5 * min(1, 1 - place)
      second.end = gain * 0.5 * min(1, 1 + place)
    }
  }

  @_noLocks
  private static func root(_ value: Float) -> Float { Float(tenuto_sqrt(Double(value))) }

  /// A gain in dB as a factor; the lowest value is 0.
  @_noLocks
  private static func linear(_ decibels: Float) -> Float {
    if decibels <= -90 { return 0 }
    return Float(tenuto_exp2(Double(decibels) * 0.166_096_404_744_368_1))  // log2(10) / 20
  }
}
