import Synchronization
import TenutoHost
import TenutoJACK
import TenutoMIDI

/// A chain that plays in JACK.
final class JACKPerformance: Performance, Sendable {
  private let engine: JACKEngine
  private let format: JACKServerFormat
  private let hasSong: Bool
  private let isConnected: Bool
  private let unread = Mutex<[String]>([])
  private let lastReadings: Mutex<[NodeReading]>

  /// Starts to play.
  ///
  /// - Throws: Why the server or the extensions do not follow.
  init(
    _ chain: Chain, score: Score?, tail: Double, options: PlayOptions, recorder: Recorder?
  ) throws(HostError) {
    let indices = Dictionary(
      uniqueKeysWithValues: zip(chain.graph.nodeIDs, chain.nodes.indices))
    engine = try JACKEngine(
      chain.nodes.map(\.instance), song: score?.song,
      settings: chain.settings.compactMap { setting in
        indices[setting.node].map {
          JACKEngine.Setting(instance: $0, address: setting.address, value: setting.value)
        }
      },
      timeline: score?.timeline, tailSeconds: tail, recorder: recorder,
      connectsHardware: options.connect,
      serverName: options.server)
    format = engine.format
    hasSong = score != nil
    isConnected = options.connect
    lastReadings = Mutex(engine.readings())
    let events = engine.events
    Task.detached { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  var title: String { "JACK, \(Int(sampleRate)) Hz, \(format.bufferSize) frames" }
  var sampleRate: Double { max(1, engine.format.sampleRate) }
  var reading: EngineReading { engine.reading }
  func stop() { engine.stop() }

  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    try engine.replace(instance: index, with: instance) { old in old.terminate() }
  }

  /// A node that is being made anew has no counters: then the last ones of all hold on.
  func nodeReadings() -> [NodeReading] {
    let readings = engine.readings()
    return lastReadings.withLock { last in
      if readings.count >= last.count { last = readings }
      return last
    }
  }

  var realtimeAdvice: String? {
    format.isRealtime
      ? nil
      : "The JACK server has no realtime priority, so that a busy machine makes it click; "
        + "start it with realtime priority (jackd -R), which the group 'audio' may have"
  }

  var hint: String? {
    guard !isConnected, let first = engine.clientNames.first else { return nil }
    return hasSong
      ? "It is not connected to the loudspeakers; do so in a patch bay, or with '--connect'"
      : "Connect a keyboard to '\(first):midi_in' and the outputs to the loudspeakers in a patch "
        + "bay, or play with '--connect'"
  }

  func news() -> [String] {
    unread.withLock { unread in
      defer { unread = [] }
      return unread
    }
  }

  private func take(_ event: JACKEngineEvent) {
    let sentence = Self.sentence(event)
    unread.withLock { $0.append(sentence) }
  }

  private static func sentence(_ event: JACKEngineEvent) -> String {
    switch event {
    case .serverGone(let reason):
      "The JACK server is gone (\(reason.trimmingStop)); it plays on when it returns, "
        + "Ctrl-C ends it"
    case .serverReturned: "The JACK server is there again, and it plays on"
    case .connectionFailed(let source, let destination, let reason):
      "'\(source)' could not be connected to '\(destination)': \(reason.trimmingStop)"
    case .bufferSizeChanged(let frameCount):
      "The JACK server has \(frameCount) frames in a cycle from now on"
    case .sampleRateChanged(let rate):
      "The JACK server has \(Int(rate)) Hz from now on; a recording ends here"
    case .freewheelChanged(let isFreewheeling):
      "The JACK server \(isFreewheeling ? "runs as fast as it can" : "runs in real time again")"
    case .failed(let error): error.message.trimmingStop
    }
  }
}
