/// The relation between the ticks and the seconds of a Standard MIDI File.
///
/// Sums are kept as whole numbers and divided once, so a time is exact to the last bit of a Double
/// however many tempo changes come before it. Before the first tempo it is 120 quarters a minute. A
/// tempo of 0 is ignored, and of several at one tick the last one holds. In a file with an SMPTE
/// division the tempo has no influence.
public struct TempoMap: Sendable, Hashable {
  /// A tempo, and from where it holds.
  public struct Tempo: BitwiseCopyable, Sendable, Hashable {
    /// Ticks from the start.
    public var tick: UInt32

    /// Microseconds of a quarter note, 1 to 16777215.
    public var microsecondsPerQuarter: UInt32

    /// Quarter notes in a minute.
    public var beatsPerMinute: Double { 60_000_000 / Double(microsecondsPerQuarter) }
  }

  /// The tempos in the order of time, the first at tick 0; empty with an SMPTE division.
  public let tempos: [Tempo]

  /// The time signatures in the order of time; none means 4/4.
  public let timeSignatures: [TimeSignature]

  /// Where a tempo starts: the tick, the units before it, and the units of a tick from there on.
  private struct Segment: Sendable, Hashable {
    var tick: UInt32
    var elapsed: UInt64
    var unitsPerTick: UInt64

    /// Cannot overflow: 32 bits of ticks times 24 bits of microseconds, in all segments together.
    func units(atTick later: UInt32) -> UInt64 {
      elapsed + UInt64(later - tick) * unitsPerTick
    }
  }

  private let segments: [Segment]
  private let unitsPerSecond: Double
}

extension TempoMap {
  /// Creates the map of a whole file from the metas of all its tracks.
  ///
  /// The tracks of a file of format 2 are pieces of their own: use `init(_:track:)` for them.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile) {
    self.init(division: file.division, events: file.tracks.flatMap { $0 })
  }

  /// Creates the map of one track alone, which must exist; anything else traps at runtime.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile, track: Int) {
    self.init(division: file.division, events: file.tracks[track])
  }

  private init(division: StandardMIDIFile.Division, events: [TrackEvent]) {
    let metas = events.filter { if case .meta = $0.message { true } else { false } }
    let order = metas.indices.sorted { (metas[$0].tick, $0) < (metas[$1].tick, $1) }
    timeSignatures = order.compactMap { TimeSignature(metas[$0]) }
    switch division {
    case .ticksPerQuarter(let ticks):
      tempos = Self.tempos(order.compactMap { Tempo(metas[$0]) })
      segments = Self.segments(tempos)
      unitsPerSecond = Double(max(1, ticks)) * 1_000_000
    case .smpte(let rate, let ticks):
      tempos = []
      let isDropFrame = rate == .fps29
      segments = [Segment(tick: 0, elapsed: 0, unitsPerTick: isDropFrame ? 1001 : 1)]
      let frames = isDropFrame ? 30_000 : Double(rate.rawValue)
      unitsPerSecond = frames * Double(max(1, ticks))
    }
  }

  private static func tempos(_ changes: [Tempo]) -> [Tempo] {
    var tempos = [Tempo(tick: 0, microsecondsPerQuarter: 500_000)]
    for change in changes {
      if tempos.last?.tick == change.tick { tempos.removeLast() }
      tempos.append(change)
    }
    return tempos
  }

  private static func segments(_ tempos: [Tempo]) -> [Segment] {
    var segments: [Segment] = []
    for tempo in tempos {
      let elapsed = segments.last?.units(atTick: tempo.tick) ?? 0
      let rate = UInt64(tempo.microsecondsPerQuarter)
      segments.append(Segment(tick: tempo.tick, elapsed: elapsed, unitsPerTick: rate))
    }
    return segments
  }
}

extension TempoMap {
  /// Returns the time of a tick in seconds from the start.
  ///
  /// Thread: control.
  public func seconds(atTick tick: UInt32) -> Double {
    Double(lastSegment { $0.tick <= tick }.units(atTick: tick)) / unitsPerSecond
  }

  /// Returns the tick at a time in seconds, with its fraction; 0 for a negative time or NaN.
  ///
  /// Thread: control.
  public func tick(atSeconds seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let units = seconds * unitsPerSecond
    let segment = lastSegment { Double($0.elapsed) <= units }
    return Double(segment.tick) + (units - Double(segment.elapsed)) / Double(segment.unitsPerTick)
  }

  /// Finds the last segment that `holds`, by halving; the first one always does.
  private func lastSegment(where holds: (Segment) -> Bool) -> Segment {
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(segments[middle]) { low = middle } else { high = middle }
    }
    return segments[low]
  }
}

extension TempoMap.Tempo {
  /// Reads a meta event of type 0x51; nil for any other, or a tempo of 0.
  fileprivate init?(_ event: TrackEvent) {
    guard case .meta(type: 0x51, let data) = event.message, data.count == 3 else { return nil }
    tick = event.tick
    microsecondsPerQuarter = data.reduce(0) { $0 << 8 | UInt32($1) }
    guard microsecondsPerQuarter > 0 else { return nil }
  }
}
