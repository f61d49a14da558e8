/// The relation between the ticks and the seconds of a Standard MIDI File.
///
/// Sums are integers and divided once, so a time is exact to the last bit of a Double
/// after any number of tempo changes. The initial tempo is 120 quarters per minute. A
/// tempo of 0 is ignored, and of several at one tick the last one applies. In a file with an SMPTE
/// division the tempo has no effect.
public struct TempoMap: Sendable, Hashable {
  /// A tempo, and its start.
  public struct Tempo: BitwiseCopyable, Sendable, Hashable {
    /// Ticks from the start.
    public var tick: UInt32

    /// Microseconds of a quarter note, 1 to 16777215.
    public var microsecondsPerQuarter: UInt32

    /// Quarter notes per minute.
    public var beatsPerMinute: Double { 60_000_000 / Double(microsecondsPerQuarter) }
  }

  /// The tempos in time order, the first at tick 0; empty with an SMPTE division.
  public var tempos: [Tempo] {
    guard hasTempos else { return [] }
    return segments.map { Tempo(tick: $0.tick, microsecondsPerQuarter: $0.unitsPerTick) }
  }

  /// The time signatures in time order; an empty list means 4/4.
  public private(set) var timeSignatures: [TimeSignature] = []

  /// The start of a tempo: the tick, the units before it, and the units per tick from there on.
  private struct Segment: BitwiseCopyable, Sendable, Hashable {
    var tick: UInt32
    var unitsPerTick: UInt32
    var elapsed: UInt64

    /// Cannot overflow: 32 bits of ticks times 24 bits of microseconds, in all segments together.
    func units(atTick later: UInt32) -> UInt64 {
      elapsed + UInt64(later - tick) * UInt64(unitsPerTick)
    }
  }

  private let hasTempos: Bool
  private var segments: [Segment] = []
  private let unitsPerSecond: Double
}

extension TempoMap {
  /// Creates the map of a whole file from the metas of all its tracks.
  ///
  /// The tracks of a file of format 2 are independent pieces: use `init(_:track:)` for them.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile) {
    self.init(division: file.division, events: file.tracks.joined())
  }

  /// Creates the map of one track alone, which must exist; anything else traps at runtime.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile, track: Int) {
    self.init(division: file.division, events: file.tracks[track])
  }

  private init(division: StandardMIDIFile.Division, events: some Sequence<TrackEvent>) {
    let metas = events.filter { if case .meta = $0.message { true } else { false } }
    let order = metas.indices.sorted { (metas[$0].tick, $0) < (metas[$1].tick, $1) }
    self.init(division: division, capacity: 0)
    for index in order { take(metas[index]) }
  }

  /// Creates the map of a piece without tempos and meters, with room for tempos to come.
  init(division: StandardMIDIFile.Division, capacity: Int) {
    segments.reserveCapacity(1 + capacity)
    switch division {
    case .ticksPerQuarter(let ticks):
      hasTempos = true
      segments.append(Segment(tick: 0, unitsPerTick: 500_000, elapsed: 0))
      unitsPerSecond = Double(max(1, ticks)) * 1_000_000
    case .smpte(let rate, let ticks):
      hasTempos = false
      let isDropFrame = rate == .fps29
      segments.append(Segment(tick: 0, unitsPerTick: isDropFrame ? 1001 : 1, elapsed: 0))
      let frames = isDropFrame ? 30_000 : Double(rate.rawValue)
      unitsPerSecond = frames * Double(max(1, ticks))
    }
  }

  /// Takes tempos and time signatures, and ignores other events; they arrive in time order.
  mutating func take(_ event: TrackEvent) {
    guard case .meta = event.message else { return }
    if let signature = TimeSignature(event) { timeSignatures.append(signature) }
    guard hasTempos, let tempo = Tempo(event), let last = segments.last else { return }
    let segment = Segment(
      tick: tempo.tick, unitsPerTick: tempo.microsecondsPerQuarter,
      elapsed: last.units(atTick: tempo.tick))
    if last.tick == tempo.tick { segments.removeLast() }
    segments.append(segment)
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

  /// Finds the last segment that `holds`, by binary search; the first one always does.
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
