import TenutoRender
import TenutoSession

/// Warnings about nodes, printed at the end.
enum NodeNotes {
  /// Returns the effect of cycles above full scale on an output that does not clip.
  static func tooLoud(_ cycles: UInt64) -> String {
    "was above 0 dBFS in \(Numbers.count(cycles, "cycle")), where players and 24-bit files clip; "
      + "lower its level"
  }

  /// Returns warnings from the final counters.
  static func afterwards(_ running: RunningSession) -> [String] {
    let readings = running.engine.readings()
    return running.nodeNames.compactMap(running.status(of:)).flatMap { report -> [String] in
      guard let reading = readings[report.id] else { return [] }
      if let instance = report.instance { return notes(instance.label, reading) }
      guard running.engine is ClockEngine, case .audioOutput = report.node.kind,
        reading.loudCycles > 0
      else { return [] }
      return ["The output \(tooLoud(reading.loudCycles))"]
    }
  }

  private static func notes(_ name: String, _ reading: NodeReading) -> [String] {
    var notes: [String] = []
    if reading.badSamples > 0 {
      notes.append(
        "\(Numbers.count(reading.badSamples, "sample")) of \(name) were NaN, infinite or "
          + "far too loud, and were replaced")
    }
    if reading.clippedSamples > 0 {
      notes.append(
        "\(name) exceeded 0 dBFS: \(Numbers.count(reading.clippedSamples, "sample")) were "
          + "clipped; lower its level")
    }
    if reading.excessEvents > 0 {
      notes.append(
        "\(name) sends too many events: \(reading.excessEvents) lost; notes may be missing")
    }
    let others = reading.lostEvents - min(reading.lostEvents, reading.excessEvents)
    if others > 0 {
      notes.append(
        "\(name) lost \(Numbers.count(others, "event")) for lack of room; "
          + "notes may be missing")
    }
    return notes
  }
}
