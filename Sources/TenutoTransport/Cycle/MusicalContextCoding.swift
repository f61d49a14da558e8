internal import CTenuto
public import TenutoCore

extension tenuto_musical_context {
  /// Encodes the context for the cycle page, valid from `frameOffset` on.
  @_noLocks
  init(_ context: MusicalContext, frameOffset: UInt32) {
    self.init()
    frame_offset = frameOffset
    var bits: UInt32 = 0
    if context.isPlaying { bits |= TENUTO_TRANSPORT_PLAYING }
    if context.isRecording { bits |= TENUTO_TRANSPORT_RECORDING }
    if context.isLooping { bits |= TENUTO_TRANSPORT_LOOPING }
    flags = bits
    tempo = context.tempo
    beat_position = context.beatPosition
    measure_downbeat = context.measureDownbeat
    loop_start = context.loopStart
    loop_end = context.loopEnd
    sample_position = context.samplePosition
    meter_numerator = UInt16(truncatingIfNeeded: context.meterNumerator)
    meter_denominator = UInt16(truncatingIfNeeded: context.meterDenominator)
  }

  /// The context as a kernel sees it.
  var decoded: MusicalContext {
    @_noLocks get {
      MusicalContext(
        tempo: tempo, meterNumerator: Int(meter_numerator),
        meterDenominator: max(1, Int(meter_denominator)), beatPosition: beat_position,
        measureDownbeat: measure_downbeat, samplePosition: sample_position,
        isPlaying: flags & TENUTO_TRANSPORT_PLAYING != 0,
        isRecording: flags & TENUTO_TRANSPORT_RECORDING != 0,
        isLooping: flags & TENUTO_TRANSPORT_LOOPING != 0, loopStart: loop_start,
        loopEnd: loop_end)
    }
  }
}

/// The musical time at one frame of a cycle, computed on demand.
///
/// Valid until the end of the cycle.
@safe public struct MusicalTime: BitwiseCopyable {
  private let base: UnsafePointer<tenuto_musical_context>?
  private let elapsed: Int
  private let sampleRate: Double

  @_noLocks
  init(_ base: UnsafePointer<tenuto_musical_context>?, elapsed: Int, sampleRate: Double) {
    unsafe self.base = base
    self.elapsed = elapsed
    self.sampleRate = sampleRate
  }

  /// The musical context, or a stopped one if no context is known.
  ///
  /// Thread: render.
  public var context: MusicalContext {
    @_noLocks get {
      guard let base = unsafe base else { return MusicalContext() }
      return unsafe base.pointee.decoded.advanced(by: elapsed, sampleRate: sampleRate)
    }
  }
}

/// A musical context in separate memory, to be lent as a `MusicalTime`.
@safe package struct MusicalContextBox: ~Copyable {
  private let context: UnsafeMutablePointer<tenuto_musical_context>

  /// Thread: control.
  package init() {
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(to: tenuto_musical_context(MusicalContext(), frameOffset: 0))
  }

  deinit { unsafe context.deallocate() }

  package mutating func set(_ value: MusicalContext) {
    unsafe context.pointee = tenuto_musical_context(value, frameOffset: 0)
  }

  /// The time `elapsed` frames after the context; valid as long as the box.
  @_noLocks
  package func time(elapsed: Int, sampleRate: Double) -> MusicalTime {
    unsafe MusicalTime(UnsafePointer(context), elapsed: elapsed, sampleRate: sampleRate)
  }
}
