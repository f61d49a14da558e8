internal import Synchronization
package import TenutoRender
internal import TenutoTransport

/// What the nodes of an engine do, for several who look at once: the peaks are those of the last
/// moment for each of them.
///
/// Thread: control, several at once.
package final class NodeReadings: Sendable {
  private let engine: any GraphEngine
  private let state = Mutex(State())

  private struct State: Sendable {
    var time = MonotonicTime(nanoseconds: 0)
    var readings: [Graph.NodeID: NodeReading] = [:]
    var busyNanoseconds: UInt64 = 0
    var load = 0.0
  }

  /// Nanoseconds for which a look is good.
  private static let interval: UInt64 = 45_000_000

  /// Looks at the nodes of `engine`.
  package init(_ engine: any GraphEngine) { self.engine = engine }

  /// What each node has done, at most a moment ago.
  package var all: [Graph.NodeID: NodeReading] { look().readings }

  /// The share of the time that cycles take.
  package var load: Double { look().load }

  private func look() -> State {
    state.withLock { state in
      let now = MonotonicTime.now
      let passed = now.nanoseconds - state.time.nanoseconds
      guard passed >= Self.interval else { return state }
      let busy = engine.reading.busyNanoseconds
      let isFirst = state.time.nanoseconds == 0
      state.load =
        isFirst || busy < state.busyNanoseconds
        ? 0 : Double(busy - state.busyNanoseconds) / Double(passed)
      state.busyNanoseconds = busy
      state.time = now
      state.readings = engine.readings()
      return state
    }
  }
}
