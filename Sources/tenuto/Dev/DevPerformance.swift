import TenutoHost
import TenutoJACK

/// A performance that also tells what became of the sources.
struct DevPerformance: Performance {
  let base: any Performance & Sendable
  let swap: LiveSwap

  var title: String { base.title }
  var isOpen: Bool { base.isOpen }
  var engine: EngineName { base.engine }
  var sampleRate: Double { base.sampleRate }
  var frameCount: Int { base.frameCount }
  var realtimeAdvice: String? { base.realtimeAdvice }
  var hint: String? { base.hint }
  var reading: EngineReading { base.reading }
  var xrunReports: [XrunReport] { base.xrunReports }
  func seat(_ index: Int) -> any Seat { base.seat(index) }
  func nodeReadings() -> [NodeReading] { base.nodeReadings() }
  func news() -> [String] { swap.news() + base.news() }
  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    try base.replace(index, with: instance)
  }
  func setMute(_ isMuted: Bool, at index: Int) throws(HostError) {
    try base.setMute(isMuted, at: index)
  }
  func isMuted(at index: Int) -> Bool { base.isMuted(at: index) }
  func stop() { base.stop() }
}
