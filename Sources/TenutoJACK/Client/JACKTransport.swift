internal import CJACK
public import TenutoCore

/// JACK's transport at the start of a cycle.
///
/// The corresponding JACK types are `jack_transport_state_t` and `jack_position_t`.
public struct JACKTransport: Sendable, Equatable, BitwiseCopyable {
  /// Whether it rolls.
  public var isRolling: Bool
  /// Frames since the transport's start.
  public var frame: UInt32
  /// The timebase master's bars and beats, or nil without a master.
  public var timebase: Timebase?

  /// Bars and beats from a timebase master.
  public struct Timebase: Sendable, Equatable, BitwiseCopyable {
    /// The bar, from 1.
    public var bar: Int32
    /// The beat in the bar, from 1.
    public var beat: Int32
    /// The tick in the beat, from 0.
    public var tick: Int32
    /// Frames since that tick.
    public var offset: UInt32
    /// Ticks from the transport's start to the bar's; 0 if the master does not count them.
    public var barStartTick: Double
    /// Beats in a bar.
    public var beatsPerBar: Double
    /// The note value of a beat, 4 for quarters.
    public var beatType: Double
    /// Ticks in a beat.
    public var ticksPerBeat: Double
    /// Beats in a minute.
    public var beatsPerMinute: Double

    /// Creates a timebase.
    public init(
      bar: Int32, beat: Int32, tick: Int32, offset: UInt32 = 0, barStartTick: Double,
      beatsPerBar: Double, beatType: Double, ticksPerBeat: Double, beatsPerMinute: Double
    ) {
      self.bar = bar
      self.beat = beat
      self.tick = tick
      self.offset = offset
      self.barStartTick = barStartTick
      self.beatsPerBar = beatsPerBar
      self.beatType = beatType
      self.ticksPerBeat = ticksPerBeat
      self.beatsPerMinute = beatsPerMinute
    }
  }

  /// Creates a transport.
  public init(isRolling: Bool, frame: UInt32, timebase: Timebase? = nil) {
    self.isRolling = isRolling
    self.frame = frame
    self.timebase = timebase
  }
}

extension JACKCycle {
  /// The transport at the first frame of this cycle.
  ///
  /// Thread: render. The corresponding JACK call is `jack_transport_query`.
  public var transport: JACKTransport {
    @_noLocks get {
      var found = cjack_transport()
      unsafe cjack_transport_query(client, &found)
      return JACKTransport(found)
    }
  }
}

extension JACKTransport {
  @_noLocks
  fileprivate init(_ found: cjack_transport) {
    isRolling = found.is_rolling != 0
    frame = found.frame
    timebase = nil
    // Another program has written it: refuse values that would divide by 0 or are NaN or infinite.
    guard found.has_bbt != 0, found.beat_type >= 1, found.beat_type <= 64,
      found.beats_per_bar >= 1, found.beats_per_bar <= 64, found.ticks_per_beat >= 1,
      found.ticks_per_beat <= 1e6, found.beats_per_minute > 0, found.beats_per_minute <= 10000
    else { return }
    timebase = Timebase(
      bar: found.bar, beat: found.beat, tick: found.tick, offset: found.bbt_offset,
      barStartTick: found.bar_start_tick, beatsPerBar: found.beats_per_bar,
      beatType: found.beat_type, ticksPerBeat: found.ticks_per_beat,
      beatsPerMinute: found.beats_per_minute)
  }

  /// The musical context for a kernel: tempo and positions in quarter notes.
  ///
  /// Without a timebase master the tempo is 120 in 4/4, counted from the transport's start.
  ///
  /// Thread: any.
  @_noLocks
  public func musicalContext(sampleRate: Double) -> MusicalContext {
    var context = MusicalContext(samplePosition: Int64(frame), isPlaying: isRolling)
    guard let timebase else {
      context.beatPosition = Double(frame) / max(1, sampleRate) * 2
      context.measureDownbeat = Double(Int64(context.beatPosition / 4)) * 4
      return context
    }
    let quarters = 4 / timebase.beatType
    context.tempo = timebase.beatsPerMinute * quarters
    context.meterNumerator = Int(timebase.beatsPerBar)
    context.meterDenominator = Int(timebase.beatType)
    context.measureDownbeat = timebase.downbeat * quarters
    let beats = Double(timebase.beat &- 1) + Double(timebase.tick) / timebase.ticksPerBeat
    let late = Double(timebase.offset) / max(1, sampleRate) * context.tempo / 60
    context.beatPosition = context.measureDownbeat + beats * quarters + late
    return context
  }
}

extension JACKTransport.Timebase {
  /// Beats from the transport's start to the bar's.
  fileprivate var downbeat: Double {
    @_noLocks get {
      // Few masters count the ticks of all bars; other masters leave 0 there.
      if barStartTick > 0 && barStartTick < 1e15 { return barStartTick / ticksPerBeat }
      return Double(bar &- 1) * beatsPerBar
    }
  }
}
