import TenutoExtension

/// Finds the frames of steps, in the music's time while it plays, else in the clock's own time.
///
/// A beat that falls between two frames belongs to the later one.
struct ArpeggioClock: BitwiseCopyable {
  /// The grid of the steps.
  private(set) var grid = StepGrid()
  /// The number of the next step.
  private(set) var nextStep = 0
  /// The tempo while the transport is stopped, in quarter notes per minute.
  var freeTempo = 120.0
  private let sampleRate: Double
  /// The beat of the first frame of the slice.
  private var startBeat = 0.0
  private var beatsPerFrame = 0.0
  /// The beat of the last rendered frame; steps up to it are over.
  private var lastBeat = -1.0
  /// The beat of the next frame unless the transport jumps.
  private var expectedBeat = 0.0
  private var isPlaying = false
  private var mustSeek = true

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// The beat at which the next step begins.
  var nextBeat: Double { @_noLocks mutating get { grid.beat(of: nextStep) } }

  /// Changes the grid of the steps.
  @_noLocks mutating func setGrid(_ grid: StepGrid) {
    self.grid = grid
    mustSeek = true
  }

  /// Begins the first note at once if the clock runs freely, else at the next step.
  @_noLocks mutating func start() {
    if !isPlaying { restart() }
    mustSeek = true
  }

  /// Begins a slice at the time of its first frame and returns whether it continues the last slice.
  @_noLocks mutating func begin(_ context: MusicalContext) -> Bool {
    let follows = take(context)
    if !follows { lastBeat = startBeat - tolerance }
    if !follows || mustSeek { nextStep = grid.firstStep(after: lastBeat) }
    mustSeek = false
    return follows
  }

  @_noLocks private mutating func take(_ context: MusicalContext) -> Bool {
    let wasPlaying = isPlaying
    isPlaying = context.isPlaying && Self.isSane(context)
    beatsPerFrame = (isPlaying ? context.tempo : freeTempo) / (60 * sampleRate)
    guard isPlaying else {
      if wasPlaying { restart() }
      startBeat = expectedBeat
      return !wasPlaying
    }
    startBeat = context.beatPosition
    // A timebase may round to its ticks; a jump is larger than that.
    return wasPlaying && abs(startBeat - expectedBeat) < 1.0 / 128
  }

  @_noLocks private mutating func restart() {
    expectedBeat = 0
    lastBeat = -tolerance
  }

  /// A millionth of a frame in beats, so that rounding does not delay a beat on a frame.
  private var tolerance: Double { @_noLocks mutating get { 1e-6 * max(beatsPerFrame, 1e-9) } }

  @_noLocks private static func isSane(_ context: MusicalContext) -> Bool {
    context.tempo > 0 && context.tempo < 1e5 && abs(context.beatPosition) < 1e9
  }

  /// Returns the frame of the slice at which `beat` falls, at least 0 and at most `limit`.
  @_noLocks mutating func frame(of beat: Double, limit: Int) -> Int {
    let frames = (beat - startBeat) / beatsPerFrame - 1e-6
    if frames <= 0 { return 0 }
    guard frames < Double(limit) else { return limit }
    let whole = Int(frames)
    return Double(whole) < frames ? whole + 1 : whole
  }

  /// Returns the beat between a frame of the slice and the next one.
  @_noLocks mutating func beat(afterFrame frame: Int) -> Double {
    startBeat + (Double(frame) + 0.5) * beatsPerFrame
  }

  /// Advances by one step.
  @_noLocks mutating func advanceStep() { nextStep &+= 1 }

  /// Ends a slice.
  @_noLocks mutating func end(frameCount: Int) {
    expectedBeat = startBeat + Double(frameCount) * beatsPerFrame
    lastBeat = startBeat + Double(frameCount &- 1) * beatsPerFrame + tolerance
  }
}
