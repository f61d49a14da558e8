import TenutoHost

/// Sentences on what was not as it should be with the nodes of a chain.
enum NodeNotes {
  /// What follows from so many cycles above full scale where nothing holds them there.
  static func tooLoud(_ cycles: UInt64) -> String {
    "was above 0 dBFS in \(Numbers.count(cycles, "cycle")), where players and 24-bit files clip; "
      + "lower its level"
  }

  /// What the counters at the end say.
  static func afterwards(_ chain: Chain, _ readings: [NodeReading]) -> [String] {
    zip(chain.nodes, readings).flatMap { node, reading in
      var notes: [String] = []
      let name = node.instance.label
      if reading.badSamples > 0 {
        notes.append(
          "\(name) put out \(Numbers.count(reading.badSamples, "sample")) that were NaN, infinite or "
            + "far too loud, and were replaced")
      }
      if reading.clippedSamples > 0 {
        notes.append(
          "\(name) was louder than 0 dBFS: \(Numbers.count(reading.clippedSamples, "sample")) held "
            + "there; lower its level")
      }
      if reading.excessEvents > 0 {
        notes.append(
          "\(name) sends more events than fit: \(reading.excessEvents) lost; notes may be missing")
      }
      let others = reading.lostEvents - min(reading.lostEvents, reading.excessEvents)
      if others > 0 {
        notes.append(
          "\(name) lost \(Numbers.count(others, "event")) for which there was no room; "
            + "notes may be missing")
      }
      return notes
    }
  }
}
