import TenutoHost

/// A performance that also tells what became of the sources.
struct DevPerformance: Performance {
  let base: any Performance & Sendable
  let swap: LiveSwap

  var title: String { base.title }
  var sampleRate: Double { base.sampleRate }
  var realtimeAdvice: String? { base.realtimeAdvice }
  var hint: String? { base.hint }
  var reading: EngineReading { base.reading }
  func nodeReadings() -> [NodeReading] { base.nodeReadings() }
  func news() -> [String] { swap.news() + base.news() }
  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    try base.replace(index, with: instance)
  }
  func stop() { base.stop() }
}
