internal import Synchronization
internal import TenutoSystem

/// The thread that processes what render threads hand over: it notifies observers of parameters set
/// by kernels, and frees memory that a node no longer uses.
final class Housekeeper: Sendable {
  /// The only one of this process; its thread starts with the first graph.
  static let shared = Housekeeper()

  /// Raised by render threads.
  let handoffs = HandoffSignal.allocate()
  private let graphs = Mutex<[ObjectIdentifier: Entry]>([:])

  private struct Entry: Sendable {
    weak let graph: PreparedGraph?
  }

  private init() {
    LatencyWatch.shared.follow { instances in
      for graph in Self.shared.all { graph.followLatency(of: instances) }
    }
    DetachedThread.startOrTrap { Self.shared.run() }
  }

  /// Serves `graph` as long as it lives.
  func add(_ graph: PreparedGraph) {
    graphs.withLock { $0[ObjectIdentifier(graph)] = Entry(graph: graph) }
  }

  /// Stops serving a graph.
  func remove(_ graph: ObjectIdentifier) {
    graphs.withLock { _ = $0.removeValue(forKey: graph) }
  }

  /// All prepared graphs.
  var all: [PreparedGraph] { graphs.withLock { $0.values.compactMap(\.graph) } }

  private func run() {
    while true {
      let seen = handoffs.count
      for graph in all { graph.takeHandoff() }
      handoffs.wait(seen: seen)
    }
  }
}
