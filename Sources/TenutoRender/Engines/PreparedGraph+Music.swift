internal import Synchronization
internal import TenutoSystem

/// The musical time of a graph, for engines with their own transport.
extension PreparedGraph {
  /// The position in the music for a `position` on a transport without end or loop.
  ///
  /// Thread: control.
  package func musicPosition(of position: TransportPosition) -> TransportPosition {
    let memory = state.withLock { $0.plans.last?.timeline }
    guard let memory else { return position }
    return unsafe memory.feed.pointee.musicPosition(of: position)
  }

  /// Creates a transport that plays from the start of the music.
  func allocateClock() -> TransportClock {
    .allocate(at: TransportPosition(frame: graph.musicStart(format.sampleRate), isPlaying: true))
  }

  /// Moves a transport at a frame of the engine that is still in the future.
  ///
  /// Thread: control, one at a time.
  package func move(_ clock: TransportClock, _ move: TransportMove, at frame: Int64) {
    clock.carryOut(move, at: frame) { musicPosition(of: $0) }
  }
}

extension Graph {
  /// The frame at which the music begins on the engine's own transport.
  package func musicStart(_ sampleRate: Double) -> Int64 {
    let start = (musicTimeline?.start ?? 0) * sampleRate
    return start.isFinite ? Int64(min(max(0, start.rounded()), 0x1p52)) : 0
  }

  /// The position in the music for a `position` on a transport without end or loop.
  ///
  /// Thread: control.
  package func musicPosition(of position: TransportPosition, sampleRate: Double)
    -> TransportPosition
  {
    guard let timeline = musicTimeline, sampleRate > 0 else { return position }
    return TimelineFeed(timeline, sampleRate: sampleRate).musicPosition(of: position)
  }
}

/// Sound files of a graph, for engines without a deadline.
extension PreparedGraph {
  /// The most frames of a cycle for which the files can be read ahead.
  var fileFrameLimit: Int {
    state.withLock { state in
      state.nodes.values.compactMap(\.equipment?.feed?.maximumFillCount).min() ?? .max
    }
  }

  /// Reads the next cycle's sound, and makes room for its recordings, so that no frame is lost.
  ///
  /// Thread: control, which also runs the cycles.
  ///
  /// - Throws: An error if a file can no longer be read or written.
  func serveFiles(frameCount: Int) throws(HostError) {
    let equipment = state.withLock { $0.nodes.values.compactMap(\.equipment) }
    for node in equipment {
      try node.feed?.fill(frameCount: frameCount)
      try node.take?.makeRoom(frameCount: frameCount)
    }
  }
}

extension PreparedGraph {
  /// The state of each node with a sound file.
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
