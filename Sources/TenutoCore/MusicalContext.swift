/// The musical time at one frame: tempo, meter, position and transport state.
///
/// The corresponding Audio Unit blocks are `AUHostMusicalContextBlock` and
/// `AUHostTransportStateBlock`. Beats are quarter notes.
public struct MusicalContext: Sendable, Equatable, BitwiseCopyable {
  /// Quarter notes per minute.
  public var tempo: Double
  /// Beats in a measure, counted in `meterDenominator`.
  public var meterNumerator: Int
  /// The note value of the meter: 4 for quarters.
  public var meterDenominator: Int
  /// Quarter notes since the start of the music; negative before it.
  public var beatPosition: Double
  /// The beat position of the first beat of this measure (`currentMeasureDownBeatPosition`).
  public var measureDownbeat: Double
  /// Frames since the start of the music; negative before it.
  public var samplePosition: Int64
  /// Whether the transport is moving.
  public var isPlaying: Bool
  /// Whether the transport is recording.
  public var isRecording: Bool
  /// Whether the transport repeats from `loopStart` to `loopEnd`.
  public var isLooping: Bool
  /// The start of the loop, in quarter notes.
  public var loopStart: Double
  /// The end of the loop, in quarter notes.
  public var loopEnd: Double

  /// Creates a context; by default a stopped transport at the start, at 120 bpm in 4/4.
  @_noLocks
  public init(
    tempo: Double = 120, meterNumerator: Int = 4, meterDenominator: Int = 4,
    beatPosition: Double = 0, measureDownbeat: Double = 0, samplePosition: Int64 = 0,
    isPlaying: Bool = false, isRecording: Bool = false, isLooping: Bool = false,
    loopStart: Double = 0, loopEnd: Double = 0
  ) {
    self.tempo = tempo
    self.meterNumerator = meterNumerator
    self.meterDenominator = meterDenominator
    self.beatPosition = beatPosition
    self.measureDownbeat = measureDownbeat
    self.samplePosition = samplePosition
    self.isPlaying = isPlaying
    self.isRecording = isRecording
    self.isLooping = isLooping
    self.loopStart = loopStart
    self.loopEnd = loopEnd
  }

  /// Quarter notes in a measure.
  public var measureLength: Double {
    @_noLocks get { 4 * Double(meterNumerator) / Double(meterDenominator) }
  }

  /// The context `frameCount` frames later, at the same tempo; unchanged if stopped.
  @_noLocks
  public func advanced(by frameCount: Int, sampleRate: Double) -> MusicalContext {
    var later = self
    guard isPlaying else { return later }
    later.samplePosition = samplePosition &+ Int64(truncatingIfNeeded: frameCount)
    later.beatPosition = beatPosition + Double(frameCount) * tempo / (60 * sampleRate)
    let length = measureLength
    guard length > 0 else { return later }
    let measures = (later.beatPosition - measureDownbeat) / length
    // Stays far from the bounds of Int64, and excludes NaN from a faulty host.
    if measures >= 1, measures < 1e15 {
      later.measureDownbeat = measureDownbeat + Double(Int64(measures)) * length
    }
    return later
  }

  /// Frames from this frame to the next whole quarter note, 0 on one
  /// (`sampleOffsetToNextBeat`).
  @_noLocks
  public func framesToNextBeat(sampleRate: Double) -> Double {
    guard tempo > 0, beatPosition > -1e15, beatPosition < 1e15 else { return 0 }
    let whole = Double(Int64(beatPosition))
    let next = whole < beatPosition ? whole + 1 : whole
    return (next - beatPosition) * 60 * sampleRate / tempo
  }
}
