internal import Synchronization
package import TenutoRender
internal import TenutoTransport

/// Caches the readings of an engine's nodes for several readers, so that all of them see the same
/// peaks.
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

  /// Nanoseconds for which a reading is reused.
  private static let interval: UInt64 = 45_000_000

  /// Reads the nodes of `engine`.
  package init(_ engine: any GraphEngine) { self.engine = engine }

  /// The readings of all nodes, at most `interval` old.
  package var all: [Graph.NodeID: NodeReading] { look().readings }

  /// The DSP load as a share of the time, at most `interval` old.
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
