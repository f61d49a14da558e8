import TenutoExtension

/// The delay of the repeats; a new delay is crossfaded with the old one.
struct DelayTime: BitwiseCopyable {
  /// The audible delay in frames.
  private(set) var frames = 1
  /// The delay that is being faded in, in frames, or the audible one.
  private(set) var nextFrames = 1
  /// The share of the next delay, 0...1.
  private(set) var fade: Ramp
  /// The delay to fade to after this fade.
  private var target = 1

  /// The target delay in frames.
  var aim: Int { @_noLocks get { target } }

  /// Creates a delay of one frame; changes take `fadeFrameCount` frames.
  init(fadeFrameCount: Int) {
    fade = Ramp(frameCount: fadeFrameCount)
  }

  /// Whether a fade is in progress.
  var isFading: Bool { @_noLocks get { nextFrames != frames } }

  /// The greatest number of frames to read before a new frame is needed or a fade ends.
  var pieceLimit: Int {
    @_noLocks get { isFading ? min(fade.remaining, min(frames, nextFrames)) : frames }
  }

  /// Sets the target delay; a fade in progress finishes first.
  @_noLocks mutating func set(_ frames: Int) {
    target = frames
    if !isFading { begin() }
  }

  /// Advances by some frames, at most to the end of a fade.
  @_noLocks mutating func advance(by frameCount: Int) {
    guard isFading else { return }
    fade.advance(by: frameCount)
    guard fade.remaining == 0 else { return }
    frames = nextFrames
    begin()
  }

  /// Jumps to the target delay.
  @_noLocks mutating func settle() {
    frames = target
    begin()
  }

  /// Starts a fade to the target delay if it differs.
  @_noLocks private mutating func begin() {
    nextFrames = target
    fade.restart()
    if isFading { fade.set(1) }
  }
}
