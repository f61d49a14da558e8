internal import Synchronization
internal import TenutoSystem

/// Sound files of a graph, for engines without a deadline.
extension PreparedGraph {
  /// Frames of a cycle before which the files can be read that far.
  var fileFrameLimit: Int {
    state.withLock { state in
      state.nodes.values.compactMap(\.equipment?.feed?.maximumFillCount).min() ?? .max
    }
  }

  /// Reads what the next cycle plays, and makes room for what it records: then nothing is missed.
  ///
  /// Thread: control, which runs the cycles itself.
  ///
  /// - Throws: Why a file cannot be read or written any more.
  func serveFiles(frameCount: Int) throws(HostError) {
    let equipment = state.withLock { $0.nodes.values.compactMap(\.equipment) }
    for node in equipment {
      try node.feed?.fill(frameCount: frameCount)
      try node.take?.makeRoom(frameCount: frameCount)
    }
  }
}

extension PreparedGraph {
  /// How the nodes with sound files fare.
  ///
  /// Thread: any but render.
  public func fileStates() -> [Graph.NodeID: FileNodeState] {
    state.withLock { state in
      state.nodes.compactMapValues { prepared in
        if let take = prepared.equipment?.take { return take.state }
        return prepared.equipment?.feed.map {
          FileNodeState(error: $0.error, lostFrames: $0.ring.missedFrames)
        }
      }
    }
  }
}
