public import TenutoMIDI

/// Tempos and meters over time, which engines pass to kernels.
public struct MusicalTimeline: Sendable, Equatable {
  /// A change of tempo or meter.
  struct Change: Sendable, Equatable {
    /// Seconds since the start.
    var seconds: Double
    /// Quarter notes since the start.
    var beat: Double
    /// Quarter notes per minute.
    var tempo: Double
    var meterNumerator = 4
    var meterDenominator = 4
    /// The beat at which the current measure begins, at this change or before it.
    var downbeat = 0.0
  }

  /// The changes in the order of time; the first is at 0.
  private(set) var changes: [Change]
  /// Whether the transport is recording.
  public var isRecording = false
  /// The loop in quarter notes, or nil.
  public var loop: Range<Double>?
  /// The position in the music, in seconds, at which an engine's own transport starts.
  public var start = 0.0
  /// Seconds after which the transport stops, unless it loops; nil for music without an end.
  public var duration: Double?

  /// Creates a timeline with one tempo and one meter.
  public init(tempo: Double = 120, meterNumerator: Int = 4, meterDenominator: Int = 4) {
    changes = [
      Change(
        seconds: 0, beat: 0, tempo: tempo, meterNumerator: meterNumerator,
        meterDenominator: meterDenominator)
    ]
  }

  /// Creates a timeline from the tempos and time signatures of a file; a file of format 2 plays one
  /// track after the other, as a `Song` does.
  ///
  /// A file with SMPTE time has no tempo and gets 120 quarter notes per minute.
  public init(_ file: StandardMIDIFile) {
    self.init(Song(file))
  }

  /// Creates a timeline from the tempos and time signatures of a song, one piece after the other.
  ///
  /// A song with SMPTE time has no tempo and gets 120 quarter notes per minute.
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

// MARK: - Seconds and beats

extension MusicalTimeline {
  /// The quarter note, with its fraction, at a time; negative times count as the start.
  public func beat(atSeconds seconds: Double) -> Double {
    let change = changes.last { $0.seconds <= seconds } ?? changes[0]
    return change.beat + max(0, seconds - change.seconds) * change.tempo / 60
  }

  /// The time of a quarter note, in seconds; 0 before the start.
  public func seconds(atBeat beat: Double) -> Double {
    let change = changes.last { $0.beat <= beat } ?? changes[0]
    return change.seconds + max(0, beat - change.beat) * 60 / change.tempo
  }

  /// The quarter note at which a measure begins, counted from 1.
  public func beat(ofMeasure measure: Int) -> Double {
    var begun = 1.0
    for (change, next) in zip(changes, changes.dropFirst()) {
      let measures = ((next.downbeat - change.downbeat) / change.measureLength).rounded(.up)
      guard begun + measures <= Double(measure) else {
        return change.downbeat + (Double(measure) - begun) * change.measureLength
      }
      begun += max(0, measures)
    }
    let last = changes[changes.count - 1]
    return last.downbeat + (Double(measure) - begun) * last.measureLength
  }
}

/// A position in the measures of a piece.
public struct MusicalPosition: Sendable, Equatable {
  /// Quarter notes since the start, with the fraction.
  public let beat: Double
  /// The measure, from 1.
  public let measure: Int
  /// The beat of the measure, from 1, with the fraction.
  public let beatOfMeasure: Double
  /// Quarter notes per minute.
  public let tempo: Double
  /// Beats of a measure.
  public let meterNumerator: Int
  /// The note value of a beat, 4 for quarters.
  public let meterDenominator: Int
}

extension MusicalTimeline {
  /// The measure and beat at a time; negative times count as the start.
  public func position(atSeconds seconds: Double) -> MusicalPosition {
    let beat = beat(atSeconds: seconds)
    var begun = 1.0
    for (change, next) in zip(changes, changes.dropFirst()) where next.seconds <= seconds {
      begun += max(0, ((next.downbeat - change.downbeat) / change.measureLength).rounded(.up))
    }
    let change = changes.last { $0.seconds <= seconds } ?? changes[0]
    let measures = ((beat - change.downbeat) / change.measureLength).rounded(.down)
    let downbeat = change.downbeat + measures * change.measureLength
    return MusicalPosition(
      beat: beat, measure: Int(min(begun + max(0, measures), 1e9)),
      beatOfMeasure: 1 + (beat - downbeat) * Double(change.meterDenominator) / 4,
      tempo: change.tempo, meterNumerator: change.meterNumerator,
      meterDenominator: change.meterDenominator)
  }
}

extension MusicalTimeline.Change {
  /// Quarter notes in a measure.
  fileprivate var measureLength: Double { 4 * Double(meterNumerator) / Double(meterDenominator) }

  /// Counts whole measures up to `beat`.
  fileprivate mutating func moveDownbeat(to beat: Double) {
    downbeat += ((beat - downbeat) / measureLength).rounded(.down) * measureLength
  }
}
