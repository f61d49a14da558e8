internal import Synchronization

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
