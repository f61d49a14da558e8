internal import CTenuto

/// The strip of one mixer input: gain, pan and mute, as at most two gains.
///
/// Settings glide in their own unit. At the ends of segments of at most 64 frames they are turned
/// into gains, between which the gain of every frame is interpolated: no step is heard, nothing is
/// computed per frame but a product, and where cycles begin makes no difference to a sample.
struct MixerStrip: BitwiseCopyable {
  /// Channels that a strip takes in and puts out, which say what its two gains are.
  enum Shape {
    /// One gain.
    case monoToMono
    /// Of the input on its way to the left and to the right.
    case monoToStereo
    /// Of the left and of the right.
    case stereoToStereo
    /// Of the left and of the right on their way to the sum.
    case stereoToMono
  }

  /// A gain in the segment that is under way.
  struct Path: BitwiseCopyable {
    /// At the start of the segment.
    var start: Float = 0
    /// By which it changes from one frame to the next.
    var step: Float = 0
    /// At the end of the segment, and while nothing changes.
    var end: Float = 0

    @_noLocks init() {}

    /// The gain at a frame of the segment.
    @_noLocks func gain(at frame: Int) -> Float { start + step * Float(frame) }
  }

  /// What goes in and comes out; nothing glides to another one.
  private var shape: Shape
  private var gain = Glide(0)
  private var pan = Glide(0)
  /// 1 where it is heard, 0 where mute or another one's solo silences it.
  private var gate = Glide(1)
  /// Whether it is muted, and whether it is soloed.
  var isMuted = false
  var isSolo = false

  private(set) var first = Path()
  private(set) var second = Path()
  private var position = 0
  private var length = 0

  /// Frames over which a setting without a ramp of its own changes, and of a segment.
  static var smoothFrameCount: Int { @_noLocks get { 64 } }

  /// Everything in the middle at 0 dB.
  @_noLocks
  init(_ shape: Shape) {
    self.shape = shape
    settle()
  }
}

// MARK: - Settings

extension MixerStrip {
  /// Goes to a gain in dB.
  @_noLocks
  mutating func setGain(_ decibels: Float, frameCount: Int) {
    gain.go(to: min(max(decibels, -90), 12), frameCount: frameCount)
    begin()
  }

  /// Goes to a place between -1 and 1.
  @_noLocks
  mutating func setPan(_ place: Float, frameCount: Int) {
    pan.go(to: min(max(place, -1), 1), frameCount: frameCount)
    begin()
  }

  /// Is heard or not, as mute and the solo of all say.
  @_noLocks
  mutating func setGate(anySolo: Bool) {
    let aim: Float = isMuted || (anySolo && !isSolo) ? 0 : 1
    guard aim != gate.end else { return }
    gate.go(to: aim, frameCount: Self.smoothFrameCount)
    begin()
  }

  /// Is at once where it is on its way to.
  @_noLocks
  mutating func settle() {
    gain.advance(gain.remaining)
    pan.advance(pan.remaining)
    gate.advance(gate.remaining)
    setAim(after: 0)
    rest()
  }

  /// Takes and gives other channels from now on, at once.
  @_noLocks
  mutating func reshape(_ shape: Shape) {
    self.shape = shape
    setAim(after: 0)
    rest()
    begin()
  }

  /// The gain in dB, and the place, that it has or is on its way to.
  var aims: (gain: Float, pan: Float) { @_noLocks get { (gain.end, pan.end) } }
}

// MARK: - Segments

extension MixerStrip {
  /// Whether its gains change.
  var isMoving: Bool { @_noLocks get { length > 0 } }

  /// Whether nothing of it is heard now.
  var isOff: Bool { @_noLocks get { length == 0 && first.end == 0 && second.end == 0 } }

  /// Frames that can be rendered with the gains of one segment, and the frame of it to begin at.
  var segment: (frame: Int, remaining: Int) { @_noLocks get { (position, length &- position) } }

  /// Lets frames of the segment pass; the next one begins behind it.
  @_noLocks
  mutating func advance(_ frames: Int) {
    guard length > 0 else { return }
    position = position &+ frames
    gain.advance(frames)
    pan.advance(frames)
    gate.advance(frames)
    if position >= length { begin() }
  }

  /// Begins a segment with the gains of this moment, if anything moves.
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

  /// Stands still; the gains are exactly those of the settings.
  @_noLocks
  private mutating func rest() {
    (position, length) = (0, 0)
    (first.start, first.step) = (first.end, 0)
    (second.start, second.step) = (second.end, 0)
  }

  /// The gains that the settings make in `frames` frames.
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

  /// A gain in dB as a factor; the lowest one is off.
  @_noLocks
  private static func linear(_ decibels: Float) -> Float {
    if decibels <= -90 { return 0 }
    return Float(tenuto_exp2(Double(decibels) * 0.166_096_404_744_368_1))  // log2(10) / 20
  }
}
