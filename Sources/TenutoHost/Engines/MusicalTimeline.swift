public import TenutoMIDI

/// When the beats are: tempos and meters by time, as engines give them to kernels.
public struct MusicalTimeline: Sendable, Equatable {
  /// From here on something is different.
  struct Change: Sendable, Equatable {
    /// Seconds since the start.
    var seconds: Double
    /// Quarter notes since the start.
    var beat: Double
    /// Quarter notes per minute.
    var tempo: Double
    var meterNumerator = 4
    var meterDenominator = 4
    /// Where a measure begins, at this change or before it.
    var downbeat = 0.0
  }

  /// In the order of time; the first is at 0.
  private(set) var changes: [Change]
  /// Whether what is played is recorded.
  public var isRecording = false
  /// What the transport repeats, in quarter notes; nil for nothing.
  public var loop: Range<Double>?

  /// One tempo and one meter all the way.
  public init(tempo: Double = 120, meterNumerator: Int = 4, meterDenominator: Int = 4) {
    changes = [
      Change(
        seconds: 0, beat: 0, tempo: tempo, meterNumerator: meterNumerator,
        meterDenominator: meterDenominator)
    ]
  }

  /// The tempos and time signatures of a file; those of a file of format 2 one track after the
  /// other, as a `Song` plays them.
  ///
  /// A file that counts SMPTE frames has no tempo: it gets 120 quarter notes per minute.
  public init(_ file: StandardMIDIFile) {
    self.init(Song(file))
  }

  /// The tempos and time signatures of a song, one piece after the other.
  ///
  /// A song that counts SMPTE frames has no tempo: it gets 120 quarter notes per minute.
  public init(_ song: Song) {
    self.init()
    guard case .ticksPerQuarter(let division) = song.division else { return }
    let ticks = Double(max(1, division))
    changes = []
    var start = (seconds: 0.0, beat: 0.0)
    for part in song.parts {
      append(part.tempoMap, ticksPerQuarter: ticks, start)
      start.seconds += part.duration
      start.beat += Double(part.lastTick) / ticks
    }
    if changes.isEmpty { self.init() }
  }

  private mutating func append(
    _ map: TempoMap, ticksPerQuarter: Double, _ start: (seconds: Double, beat: Double)
  ) {
    var change = Change(
      seconds: start.seconds, beat: start.beat, tempo: 120, downbeat: start.beat)
    var tempos = map.tempos[...]
    var meters = map.timeSignatures[...]
    while let tick = [tempos.first?.tick, meters.first?.tick].compactMap(\.self).min() {
      change.seconds = start.seconds + map.seconds(atTick: tick)
      let beat = start.beat + Double(tick) / ticksPerQuarter
      change.moveDownbeat(to: beat)
      change.beat = beat
      while let tempo = tempos.first, tempo.tick == tick {
        change.tempo = tempo.beatsPerMinute
        tempos.removeFirst()
      }
      while let meter = meters.first, meter.tick == tick {
        change.meterNumerator = Int(meter.numerator)
        change.meterDenominator = Int(meter.denominator)
        change.downbeat = beat  // A time signature begins a measure.
        meters.removeFirst()
      }
      changes.append(change)
    }
  }
}

extension MusicalTimeline.Change {
  /// Counts whole measures up to `beat`.
  fileprivate mutating func moveDownbeat(to beat: Double) {
    let length = 4 * Double(meterNumerator) / Double(meterDenominator)
    downbeat += ((beat - downbeat) / length).rounded(.down) * length
  }
}
