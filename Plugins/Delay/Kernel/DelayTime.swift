import TenutoExtension

/// How far back the repeats are read; a new time is faded in over the old one.
struct DelayTime: BitwiseCopyable {
  /// The time that is heard, in frames.
  private(set) var frames = 1
  /// The time that is faded in, in frames; the same when none is.
  private(set) var nextFrames = 1
  /// How much of the next time is heard, 0...1.
  private(set) var fade: Ramp
  /// Where to fade after this fade.
  private var target = 1

  /// The time that it goes to, or has, in frames.
  var aim: Int { @_noLocks get { target } }

  /// A time of one frame, whose changes take `fadeFrameCount` frames.
  init(fadeFrameCount: Int) {
    fade = Ramp(frameCount: fadeFrameCount)
  }

  /// Whether two times are heard.
  var isFading: Bool { @_noLocks get { nextFrames != frames } }

  /// The most frames that can be read before one of them must have been written, or a fade ends.
  var pieceLimit: Int {
    @_noLocks get { isFading ? min(fade.remaining, min(frames, nextFrames)) : frames }
  }

  /// Sets the time to go to; a fade that has begun is finished first.
  @_noLocks mutating func set(_ frames: Int) {
    target = frames
    if !isFading { begin() }
  }

  /// Moves on by some frames, no further than the end of a fade.
  @_noLocks mutating func advance(by frameCount: Int) {
    guard isFading else { return }
    fade.advance(by: frameCount)
    guard fade.remaining == 0 else { return }
    frames = nextFrames
    begin()
  }

  /// Goes to the time that was set, at once.
  @_noLocks mutating func settle() {
    frames = target
    begin()
  }

  /// Starts to fade to the time that was set, if it is another one.
  @_noLocks private mutating func begin() {
    nextFrames = target
    fade.restart()
    if isFading { fade.set(1) }
  }
}
