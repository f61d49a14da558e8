internal import TenutoCore

/// Stepped ramps for parameters without native ramps: a step every 32 frames, and one at the end.
///
/// The steps' positions depend only on the ramp's start, not on cycles.
struct StepRamps: ~Copyable {
  /// The most simultaneous ramps.
  static var capacity: Int { @_noLocks get { 64 } }
  /// Frames from one step to the next.
  static var stepFrameCount: Int { @_noLocks get { 32 } }

  /// One ramp in progress.
  private struct Ramp: BitwiseCopyable {
    var index: Int
    var start: Float
    var end: Float
    /// The start, in frames rendered.
    var startTime: Int
    var frameCount: Int
    /// The time of the next step.
    var stepTime: Int

    @_noLocks func value(at time: Int) -> Float {
      guard time &- startTime < frameCount else { return end }
      let part = Double(time &- startTime) / Double(frameCount)
      return Float(Double(start) + (Double(end) - Double(start)) * part)
    }
  }

  /// A parameter and its new value, not yet rounded.
  struct Step: BitwiseCopyable {
    let index: Int
    let value: Float
  }

  // Inline, because a deinit here crashes the compiler in the kernel driver (Swift 6.3.1).
  private var ramps: InlineArray<64, Ramp>
  private var count = 0
  private var time = 0
  private var nextStepTime = Int.max

  init() {
    ramps = InlineArray(
      repeating: Ramp(index: 0, start: 0, end: 0, startTime: 0, frameCount: 1, stepTime: 0))
  }

  /// Frames until the next step; very many if no ramp runs.
  var framesToStep: Int { @_noLocks mutating get { nextStepTime &- time } }

  /// Whether no ramp runs.
  var isEmpty: Bool { @_noLocks mutating get { count == 0 } }

  /// Advances by the frames rendered.
  @_noLocks mutating func advance(by frameCount: Int) { time &+= frameCount }

  /// Begins a ramp from the current value of the parameter's old ramp, or else from `start`;
  /// returns false if there are too many.
  @_noLocks mutating func begin(index: Int, from start: Float, to end: Float, frameCount: Int)
    -> Bool
  {
    var start = start
    let place = place(of: index)
    if place >= 0 {
      start = ramps[place].value(at: time)
      remove(at: place)
    }
    guard count < Self.capacity else { return false }
    ramps[count] = Ramp(
      index: index, start: start, end: end, startTime: time, frameCount: frameCount,
      stepTime: time &+ min(Self.stepFrameCount, frameCount))
    count &+= 1
    findNextStep()
    return true
  }

  /// Ends the ramp of a parameter at its current value, if there is one.
  @_noLocks mutating func end(index: Int) {
    guard count > 0 else { return }
    let place = place(of: index)
    if place >= 0 {
      remove(at: place)
      findNextStep()
    }
  }

  /// A step due before the next frame, or nil.
  @_noLocks mutating func takeStep() -> Step? {
    guard nextStepTime <= time else { return nil }
    for place in 0..<count where ramps[place].stepTime <= time {
      let ramp = ramps[place]
      let endTime = ramp.startTime &+ ramp.frameCount
      if time >= endTime {
        remove(at: place)
      } else {
        ramps[place].stepTime = min(time &+ Self.stepFrameCount, endTime)
      }
      findNextStep()
      return Step(index: ramp.index, value: ramp.value(at: time))
    }
    return nil
  }

  /// Writes or reads all ramps.
  mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&ramps, &count, &time, &nextStepTime)
    // Bytes of another process are no reason to trap.
    if !(0...Self.capacity).contains(count) { count = 0 }
  }

  @_noLocks private mutating func place(of index: Int) -> Int {
    for place in 0..<count where ramps[place].index == index { return place }
    return -1
  }

  @_noLocks private mutating func remove(at place: Int) {
    count &-= 1
    ramps[place] = ramps[count]
  }

  @_noLocks private mutating func findNextStep() {
    nextStepTime = Int.max
    for place in 0..<count {
      nextStepTime = min(nextStepTime, ramps[place].stepTime)
    }
  }
}
