internal import Synchronization
internal import TenutoSystem

/// The music's time of a graph, for engines that have a transport of their own.
extension PreparedGraph {
  /// Where the music is that is `position` on a transport without an end and a loop.
  ///
  /// Thread: control.
  package func place(of position: TransportPosition) -> TransportPosition {
    let memory = state.withLock { $0.plans.last?.timeline }
    guard let memory else { return position }
    return unsafe memory.feed.pointee.place(of: position)
  }

  /// A transport that plays from where the music begins.
  func allocateClock() -> TransportClock {
    .allocate(at: TransportPosition(frame: graph.musicStart(format.sampleRate), isPlaying: true))
  }

  /// Moves a transport at a frame of the engine that no cycle has come to yet.
  ///
  /// Thread: control, one at a time.
  package func move(_ clock: TransportClock, _ move: TransportMove, at frame: Int64) {
    clock.carryOut(move, at: frame) { place(of: $0) }
  }
}

extension Graph {
  /// The frame at which the music begins on a transport of the engine's own.
  package func musicStart(_ sampleRate: Double) -> Int64 {
    let start = (musicTimeline?.start ?? 0) * sampleRate
    return start.isFinite ? Int64(min(max(0, start.rounded()), 0x1p52)) : 0
  }

  /// Where the music is that is `position` on a transport without an end and a loop.
  ///
  /// Thread: control.
  package func place(of position: TransportPosition, sampleRate: Double) -> TransportPosition {
    guard let timeline = musicTimeline, sampleRate > 0 else { return position }
    return TimelineFeed(timeline, sampleRate: sampleRate).place(of: position)
  }
}

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
