import Dispatch
import Foundation
import TenutoCore
import TenutoJACKEngine
import TenutoRender

/// The effect of bursts of other work on a cycle in JACK: the 99th percentile from root to sink,
/// compared with that of the same session without them.
struct Bursts {
  let rounds: Int
  let seconds: Double
  /// Whether to measure each burst alone, without the machine's own share.
  let isQuick: Bool

  /// The bursts.
  private enum Kind: String, CaseIterable {
    /// The machine's own share: a thread of ordinary priority that does nothing else.
    case wakeUps = "1000 wake-ups a second"
    case edits = "100 edits"
    case parameters = "1000 parameters a second"
    case midi = "500 MIDI events a cycle"
    case all = "all three"

    var bar: Double? { self == .wakeUps ? nil : 1.1 }
    var hasEdits: Bool { self == .edits || self == .all }
    var hasParameters: Bool { self == .parameters || self == .all }
    var hasMIDI: Bool { self == .midi || self == .all }
  }

  private var kinds: [Kind] { isQuick ? [.edits, .parameters, .midi] : Kind.allCases }

  /// The shortest common period in which a node takes 500 events (`EventBudget`).
  private static let frameCount = 128

  func run(into report: inout Report) throws {
    guard JACKServer.isInstalled else {
      print("bursts in JACK: not measured, jackd is not installed")
      return
    }
    CorePlacer.start()
    let server = try JACKServer("bursts", frameCount: Self.frameCount)
    defer { server.stop() }
    var quiet: [Double] = []
    var busy: [Kind: [Double]] = [:]
    var counts: (edits: [Double], parameters: [Double]) = ([], [])
    for _ in 0..<rounds {
      // Each round has new processes: their placement in the caches varies.
      let stage = try BurstStage(server)
      defer { stage.close() }
      quiet.append(try lateSpan(stage, server))
      for kind in kinds {
        let wakeUps = kind == .wakeUps ? Repeater(rate: 1000) { _ in } : nil
        let edits = kind.hasEdits ? Repeater(rate: 100 / seconds) { stage.edit($0) } : nil
        let parameters = kind.hasParameters ? Repeater(rate: 1000) { stage.setParameter($0) } : nil
        defer {
          _ = wakeUps?.stop()
          if let edits { counts.edits.append(edits.stop() * seconds) }
          if let parameters { counts.parameters.append(parameters.stop()) }
        }
        busy[kind, default: []].append(try lateSpan(stage, server, hasMIDI: kind.hasMIDI))
      }
      if let error = stage.error { throw error }
    }
    report.add("root → sink, p99, a session of 12 nodes", "µs", Spread(quiet).map { $0 / 1000 })
    for kind in kinds {
      let spans = busy[kind] ?? []
      report.add("the same, with \(kind.rawValue)", "µs", Spread(spans).map { $0 / 1000 })
      let ratios = zip(spans, quiet).map { $0 / $1 }
      report.add("p99 with \(kind.rawValue) / quiet", "", Spread(ratios), bar: kind.bar)
    }
    report.add("edits in \(seconds.fixed(1)) s", "", Spread(counts.edits), bar: 90, isFloor: true)
    report.add(
      "parameters a second", "", Spread(counts.parameters), bar: 950, isFloor: true)
  }

  private func lateSpan(
    _ stage: BurstStage, _ server: JACKServer, hasMIDI: Bool = false
  ) throws -> Double {
    let midi = hasMIDI ? ["root:midi>bench:keys"] : []
    let words = PeriodPatch.words(around: "bench") + midi
    guard let reading = try RootToSink(seconds: seconds).measure(words, on: server) else {
      throw BenchError.hangs
    }
    return reading.lateSpan
  }
}
