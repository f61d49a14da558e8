import Logging
import Synchronization
import TenutoHost
import TenutoJACK
import TenutoMIDI

/// A chain that plays in JACK.
final class JACKPerformance: Performance, Sendable {
  private let client: JACKEngine
  private let format: JACKServerFormat
  private let hasSong: Bool
  private let isConnected: Bool
  private let logger = Logger(label: LogSetup.Label.jack)
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
    client = try JACKEngine(
      chain.nodes.map(\.instance), song: score?.song,
      settings: chain.settings.compactMap { setting in
        indices[setting.node].map {
          JACKEngine.Setting(instance: $0, address: setting.address, value: setting.value)
        }
      },
      timeline: score?.timeline, tailSeconds: tail, recorder: recorder,
      connectsHardware: options.connect, names: chain.nodes.map(\.key),
      serverName: options.server)
    format = client.format
    hasSong = score != nil
    isConnected = options.connect
    lastReadings = Mutex(client.readings())
    let events = client.events
    Task.detached { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  var title: String { "JACK, \(Int(sampleRate)) Hz, \(format.bufferSize) frames" }
  var isOpen: Bool { client.isOpen }
  var engine: EngineName { .jack }
  var frameCount: Int { client.format.bufferSize }
  var xrunReports: [XrunReport] { client.xrunReports }
  func seat(_ index: Int) -> any Seat { client.seat(ofInstance: index) }
  var sampleRate: Double { max(1, client.format.sampleRate) }
  var reading: EngineReading { client.reading }
  func stop() { client.stop() }

  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    try client.replace(instance: index, with: instance) { old in old.terminate() }
  }

  func setMute(_ isMuted: Bool, at index: Int) throws(HostError) {
    try client.setMute(isMuted, ofInstance: index)
  }

  func isMuted(at index: Int) -> Bool { client.isMuted(instance: index) }

  /// A node that is being made anew has no counters: then the last ones of all hold on.
  func nodeReadings() -> [NodeReading] {
    let readings = client.readings()
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
    guard !isConnected, let first = client.clientNames.first else { return nil }
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
    event.log(to: logger)
    guard let sentence = event.sentence else { return }
    unread.withLock { $0.append(sentence) }
  }
}
