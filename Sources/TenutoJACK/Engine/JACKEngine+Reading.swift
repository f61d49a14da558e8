internal import Synchronization
public import TenutoHost

extension JACKEngine {
  /// Whether there is a server.
  ///
  /// Thread: any but render.
  public var isOpen: Bool { control.isOpen }

  /// What it has done so far, all nodes together.
  ///
  /// Thread: any.
  public var reading: EngineReading {
    var reading = control.nodes[control.nodes.count - 1].statistics.read()
    for node in control.nodes.dropLast() {
      reading.busyNanoseconds += node.statistics.read().busyNanoseconds
    }
    reading.xruns = control.words.xruns
    return reading
  }

  /// The newest cycles that the server missed, with who was late; 64 at most, the newest last.
  ///
  /// Thread: any.
  public var xrunReports: [XrunReport] { control.xruns.reports }

  /// What each node has done, in the order of the chain.
  ///
  /// Thread: control.
  ///
  /// A node that was allocated anew counts anew.
  public func readings() -> [NodeReading] {
    control.nodes.compactMap { $0.reading() }
  }

  /// The share of the time that the nodes were busy since the last call, 0...1 and more.
  ///
  /// Thread: control, one at a time.
  public func load() -> Double {
    let now = reading
    let before = lastReading.withLock { last in
      defer { last = now }
      return last
    }
    let frames = now.sampleTime - (before?.sampleTime ?? 0)
    guard frames > 0 else { return 0 }
    let busy = now.busyNanoseconds &- (before?.busyNanoseconds ?? 0)
    return Double(busy) / 1e9 / (Double(frames) / max(1, format.sampleRate))
  }

  /// Cycles in which events of the song had to wait for room in the port's buffer.
  public var delayedSongCycles: Int { control.words.delayedCycles }

  /// The names of the clients in the order of the chain, the song's last.
  ///
  /// Thread: any.
  public var clientNames: [String] {
    control.nodes.compactMap(\.client.name) + (control.player?.client.name.map { [$0] } ?? [])
  }

  /// The connections of its ports as last seen: what is made again when a server returns.
  public var connections: Set<JACKEngineConnection> { control.connections }

  /// What the server runs with, or ran with where it has gone.
  ///
  /// Thread: any.
  public var format: JACKServerFormat { control.format }
}
