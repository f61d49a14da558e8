import TenutoHost

/// Sentences on what was not as it should be with the nodes of a chain.
enum NodeNotes {
  /// What the counters at the end say.
  static func afterwards(_ chain: Chain, _ readings: [NodeReading]) -> [String] {
    zip(chain.nodes, readings).flatMap { node, reading in
      var notes: [String] = []
      let name = node.instance.label
      if reading.badSamples > 0 {
        notes.append(
          "\(name) put out \(reading.badSamples) samples that are no sound (not a number, "
            + "infinite or absurdly loud); they were replaced")
      }
      if reading.clippedSamples > 0 {
        notes.append(
          "\(name) was louder than 0 dBFS: \(reading.clippedSamples) samples were held there")
      }
      if reading.excessEvents > 0 {
        notes.append(
          "\(name) sends more events than fit: \(reading.excessEvents) lost; notes may be missing")
      }
      let others = reading.lostEvents - min(reading.lostEvents, reading.excessEvents)
      if others > 0 {
        notes.append(
          "\(name) lost \(others) events for which there was no room; notes may be missing")
      }
      return notes
    }
  }
}
