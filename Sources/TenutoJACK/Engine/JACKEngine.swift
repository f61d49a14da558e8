internal import Synchronization
public import TenutoCore
public import TenutoHost
public import TenutoMIDI

/// Plays a chain of instances in JACK: each is a client of its own, whose connections are JACK's.
///
/// The life of an engine:
///
/// 1. `init` opens the clients, allocates the instances, makes the connections and, unless it is
///    told to wait, starts the song. Nodes render from the song's first frame on, so that a
///    freewheeling server gives the samples that `OfflineEngine` gives.
/// 2. `events` says what happens: a server that goes and returns, a changed buffer size.
/// 3. `stop()`, or the last reference going, fades out and takes the clients out of JACK. The
///    instances go on living; end them with `Instance.terminate()`.
///
/// The corresponding Audio Unit concept is `AVAudioEngine` with its output node.
public final class JACKEngine: Sendable {
  /// What happens while it plays; for one reader, ends at `stop()`.
  public let events: AsyncStream<JACKEngineEvent>
  private let control: EngineControl
  private let isStopped = Mutex(false)
  private let lastReading = Mutex(EngineReading?.none)

  /// A parameter to set on an instance before its first frame.
  public struct Setting: Sendable {
    /// The instance's place in the chain, from 0.
    public let index: Int
    /// Which parameter.
    public let address: ParameterAddress
    /// Its value, in its unit.
    public let value: Float

    /// States a setting.
    public init(instance index: Int, address: ParameterAddress, value: Float) {
      self.index = index
      self.address = address
      self.value = value
    }
  }

  /// Opens a client per instance and plays.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - chain: An instrument and effects one after the other, the last one heard; not allocated.
  ///   - song: What the first instance that takes MIDI plays; nil for MIDI from JACK.
  ///   - settings: Parameters to set before the first frame.
  ///   - tailSeconds: After the song's last event; then the engine says that it is finished.
  ///   - recorder: Where the sound goes besides JACK: from the song's start to the end of its tail,
  ///     without a song from the start. It has as many channels as the last instance.
  ///   - connectsHardware: Whether the last instance goes to the loudspeakers and, without a song,
  ///     all MIDI sources to the instrument.
  ///   - startsAtOnce: False for a song that waits for `start()`.
  ///   - serverName: The server, nil for the default one.
  /// - Throws: `.engineFailed` without a server, `.formatOutOfRange`, `.graphInvalid`, or why an
  ///   extension did not follow. A connection that cannot be made is an event, not an error.
  public init(
    _ chain: [Instance], song: Song? = nil, settings: [Setting] = [], tailSeconds: Double = 2,
    recorder: Recorder? = nil, connectsHardware: Bool = false, startsAtOnce: Bool = true,
    serverName: String? = nil
  ) throws(HostError) {
    guard let last = chain.last else {
      throw HostError(.graphInvalid, "There is nothing to play in JACK; name an instrument.")
    }
    let channelCount = last.description.outputChannelCount
    if let recorder, recorder.ring.channelCount != channelCount {
      throw HostError(
        .formatOutOfRange,
        "The recording has \(recorder.ring.channelCount) channels, but \(last.label) has "
          + "\(channelCount); make the file with \(channelCount).")
    }
    let words = EngineWords.allocate()
    words.totalFrames = .max
    let nodes = Self.makeNodes(chain, hasSong: song != nil, words: words, recorder: recorder)
    for setting in settings { nodes[setting.index].preset(setting.address, setting.value) }
    let player = song.map { SongPlayer($0, tailSeconds: tailSeconds, words: words) }
    let (events, continuation) = AsyncStream.makeStream(
      of: JACKEngineEvent.self, bufferingPolicy: .bufferingNewest(256))
    let control = EngineControl(
      words: words, nodes: nodes, player: player, serverName: serverName,
      connectsHardware: connectsHardware, events: continuation)
    // An engine that throws here has nothing to stop.
    try control.openFirst()
    control.start()
    self.events = events
    self.control = control
    if startsAtOnce { start() }
  }

  deinit { stop() }

  private static func makeNodes(
    _ chain: [Instance], hasSong: Bool, words: EngineWords, recorder: Recorder?
  ) -> [JACKNode] {
    let player = PatchPlan(descriptions: chain.map(\.description), hasSong: hasSong).player
    var counts: [String: Int] = [:]
    return chain.enumerated().map { index, instance in
      let description = instance.description
      let number = counts[description.name, default: 0] + 1
      counts[description.name] = number
      let isLast = index == chain.count - 1
      return JACKNode(
        instance,
        client: EngineClient(
          name: description.name,
          prettyName: number == 1 ? description.name : "\(description.name) \(number)",
          plan: JACKNode.plan(description)),
        place: NodeState.Place(
          followsSong: hasSong, isPlayer: index == player ?? 0, isLast: isLast),
        engine: words, recorder: isLast ? recorder : nil)
    }
  }

  /// Starts the song at the next cycle; no effect on one that plays.
  ///
  /// Thread: control.
  public func start() { control.inbox.post { $0.isStarting = true } }

  /// Stops after a fade of one cycle; returns when no client is left.
  ///
  /// Thread: control. No effect the second time.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { control.stop() }
  }

  /// Sets a parameter from the next cycle on.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - address: Which parameter.
  ///   - value: Its value, in its unit.
  ///   - index: The instance's place in the chain, from 0; others trap.
  /// - Returns: False where 1024 settings wait already, as while there is no server.
  public func setParameter(
    _ address: ParameterAddress, to value: Float, ofInstance index: Int
  ) -> Bool {
    control.nodes[index].setParameter(address, value)
  }
}

// MARK: - What it has done

extension JACKEngine {
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

// MARK: - The server

extension JACKEngine {
  /// Whether a server of that name takes clients.
  ///
  /// Thread: control.
  public static func isServerRunning(serverName: String? = nil) -> Bool {
    (try? serverFormat(serverName: serverName)) != nil
  }

  /// What a server runs with: to make a sound file of its sample rate.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.engineFailed` without a server.
  public static func serverFormat(
    serverName: String? = nil
  ) throws(HostError) -> JACKServerFormat {
    do throws(JACKError) {
      let client = try JACKClient(name: "Tenuto Probe", serverName: serverName)
      defer { client.close() }
      return JACKServerFormat(
        sampleRate: Double(client.sampleRate), bufferSize: client.bufferSize,
        isRealtime: client.isRealtime)
    } catch {
      throw HostError(jack: error, serverName: serverName)
    }
  }
}
