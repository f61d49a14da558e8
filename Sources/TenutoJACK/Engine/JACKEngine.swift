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
  let control: EngineControl
  private let isStopped = Mutex(false)
  let lastReading = Mutex(EngineReading?.none)

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
  ///     A MIDI processor sends its MIDI to the one behind it.
  ///   - song: What the first instance that takes MIDI plays; nil for MIDI from JACK.
  ///   - settings: Parameters to set before the first frame.
  ///   - timeline: When the song's beats are: kernels see them while it plays, unless a timebase
  ///     master of JACK's transport states beats; nil for those of the transport in any case.
  ///   - tailSeconds: After the song's last event; then the engine says that it is finished.
  ///   - recorder: Where the sound goes besides JACK: from the song's start to the end of its tail,
  ///     without a song from the start. It has as many channels as the last instance.
  ///   - connectsHardware: Whether the last instance goes to the loudspeakers and, without a song,
  ///     all MIDI sources to the instrument.
  ///   - startsAtOnce: False for a song that waits for `start()`.
  ///   - names: What the clients are called, one for each instance; nil for the components' names.
  ///   - serverName: The server, nil for the default one.
  /// - Throws: `.engineFailed` without a server, `.formatOutOfRange`, `.graphInvalid`, what
  ///   `Instance.set` throws for a setting, or why an extension did not follow. A connection that cannot be made is an event, not an error.
  public init(
    _ chain: [Instance], song: Song? = nil, settings: [Setting] = [],
    timeline: MusicalTimeline? = nil, tailSeconds: Double = 2, recorder: Recorder? = nil,
    connectsHardware: Bool = false, startsAtOnce: Bool = true, names: [String]? = nil,
    serverName: String? = nil
  ) throws(HostError) {
    guard let last = chain.last else {
      throw HostError(.graphInvalid, "There is nothing to play in JACK; name an instrument.")
    }
    let channelCount = last.layout.outputChannelCount
    if let recorder, recorder.ring.channelCount != channelCount {
      throw HostError(
        .formatOutOfRange,
        "The recording has \(recorder.ring.channelCount) channels, but \(last.label) has "
          + "\(channelCount); make the file with \(channelCount).")
    }
    for setting in settings { try chain[setting.index].set(setting.address, to: setting.value) }
    let words = EngineWords.allocate()
    words.totalFrames = .max
    let time = song.flatMap { song in
      timeline.map { SongTimeline(timeline: $0, duration: song.duration) }
    }
    let nodes = Self.makeNodes(
      chain, names: names, hasSong: song != nil, words: words, timeline: time, recorder: recorder)
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
    _ chain: [Instance], names: [String]?, hasSong: Bool, words: EngineWords,
    timeline: SongTimeline?, recorder: Recorder?
  ) -> [JACKNode] {
    let plans = chain.map { NodePortPlan($0) }
    let player = PatchPlan(nodes: plans, hasSong: hasSong).player
    let components = chain.map(\.description.name)
    let prettyNames =
      names.map { zip($0, components).map { NodePrettyName.make($0, component: $1) } }
      ?? Self.numbered(components)
    return chain.enumerated().map { index, instance in
      let isLast = index == chain.count - 1
      return JACKNode(
        instance,
        client: EngineClient(
          name: names?[index] ?? components[index], prettyName: prettyNames[index],
          plan: plans[index].ports),
        place: NodeState.Place(
          followsSong: hasSong, isPlayer: index == player ?? 0, isLast: isLast),
        engine: words, timeline: timeline, recorder: isLast ? recorder : nil)
    }
  }

  /// "Delay" for the first Delay, "Delay 2" for the second one.
  private static func numbered(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let number = counts[name, default: 0] + 1
      counts[name] = number
      return number == 1 ? name : "\(name) \(number)"
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
}
