internal import Synchronization
internal import TenutoHost

/// The engine behind its public face: clients, connections, and the thread that looks after them.
///
/// After `start` only the control thread opens, connects and closes.
@safe final class EngineControl: @unchecked Sendable {  // see the line above
  let words: EngineWords
  let nodes: [JACKNode]
  let player: SongPlayer?
  let inbox = EngineInbox()
  let events: AsyncStream<JACKEngineEvent>.Continuation
  private let serverName: String?
  private let connectsHardware: Bool
  private let ended = Signal()
  private let shown = Mutex(Shown())
  private var patchbay: Patchbay
  private var isOpen = false
  private var isStarted = false
  private var hasNewConnections = false
  private var priority: Int32?

  /// What other threads see.
  private struct Shown: Sendable {
    var format = JACKServerFormat(sampleRate: 0, bufferSize: 0, isRealtime: false)
    var connections: Set<JACKEngineConnection> = []
  }

  /// Between two tries to open a server that has gone, in ms.
  private static let retryPause: UInt64 = 500
  /// After a change of connections nothing may change for this long, in ms, before they are noted:
  /// a server that ends breaks all of them first.
  private static let quietTime: UInt64 = 250
  private static let longTime: UInt64 = 3_600_000

  init(
    words: EngineWords, nodes: [JACKNode], player: SongPlayer?, serverName: String?,
    connectsHardware: Bool, events: AsyncStream<JACKEngineEvent>.Continuation
  ) {
    self.words = words
    self.nodes = nodes
    self.player = player
    self.serverName = serverName
    self.connectsHardware = connectsHardware
    self.events = events
    patchbay = Patchbay(nodes.map(\.client) + (player.map { [$0.client] } ?? []))
  }

  deinit { words.deallocate() }

  /// The server's format, of the last one where there is none.
  ///
  /// Thread: any.
  var format: JACKServerFormat { shown.withLock { $0.format } }

  /// The connections as last seen.
  ///
  /// Thread: any.
  var connections: Set<JACKEngineConnection> { shown.withLock { $0.connections } }

  private var clients: [EngineClient] {
    nodes.map(\.client) + (player.map { [$0.client] } ?? [])
  }
}

// MARK: - Opening

extension EngineControl {
  /// Opens the clients for the first time, allocates the instances and connects.
  ///
  /// - Throws: `.engineFailed` without a server, or why an extension did not follow.
  func openFirst() throws(HostError) {
    do throws(HostError) {
      try openClients()
      // The extensions' priority depends on the clients' own, which active clients know.
      priority = extensionPriority()
      for node in nodes {
        try node.prepare(
          sampleRate: format.sampleRate, bufferSize: format.bufferSize, priority: priority)
      }
    } catch {
      closeClients()
      throw error
    }
    patchFirst()
    isOpen = true
  }

  private func extensionPriority() -> Int32? {
    guard format.isRealtime, let client = nodes.first?.client else { return nil }
    // PipeWire's render thread may come after activation.
    _ = Pause.until(milliseconds: 200) { client.realtimePriority != nil }
    return client.realtimePriority.map { max(1, $0 - 1) }
  }

  private func openClients() throws(HostError) {
    do throws(JACKError) {
      words.isFreewheeling = false
      for (index, node) in nodes.enumerated() {
        try node.open(serverName: serverName, notifications(of: node, isFirst: index == 0))
      }
      try noteFormat()
      if let player {
        try player.open(
          serverName: serverName, sampleRate: format.sampleRate, shutdownNotification())
      }
      for client in clients { try client.client?.activate() }
    } catch {
      throw HostError(jack: error, serverName: serverName)
    }
  }

  /// Reads the server's format; one that the nodes' memory is not made for is followed.
  private func noteFormat() throws(JACKError) {
    guard let client = nodes.first?.client.client else { return }
    let new = JACKServerFormat(
      sampleRate: Double(client.sampleRate), bufferSize: client.bufferSize,
      isRealtime: client.isRealtime)
    let old = shown.withLock { shown in
      defer { shown.format = new }
      return shown.format
    }
    guard old.sampleRate > 0 else { return }
    if new.sampleRate != old.sampleRate {
      // A sound file has one rate.
      words.isTapOpen = false
      events.yield(.sampleRateChanged(new.sampleRate))
    }
    if new.bufferSize != old.bufferSize {
      events.yield(.bufferSizeChanged(frameCount: new.bufferSize))
    }
    for node in nodes {
      do throws(HostError) {
        try node.prepare(
          sampleRate: new.sampleRate, bufferSize: new.bufferSize, priority: priority)
      } catch {
        events.yield(.failed(error))
      }
    }
  }

  private func closeClients() {
    // From the end of the chain: what is still connected hears silence, not half a chain.
    for client in clients.reversed() { client.close() }
    words.mayPlay = false
    words.songEnd = -1
  }
}

// MARK: - Notifications

extension EngineControl {
  private func shutdownNotification() -> JACKNotifications {
    var wanted = JACKNotifications()
    wanted.shutdown = { [inbox] reason in inbox.post { $0.shutdownReason = reason } }
    return wanted
  }

  private func notifications(of node: JACKNode, isFirst: Bool) -> JACKNotifications {
    var wanted = shutdownNotification()
    wanted.bufferSize = { [weak self, weak node] frameCount in
      guard let self, let node else { return }
      self.follow(bufferSize: frameCount, node: node, isFirst: isFirst)
    }
    guard isFirst else { return wanted }
    wanted.xrun = { [weak self] in self?.words.countXrun() }
    wanted.freewheel = { [weak self] isFreewheeling in
      self?.words.isFreewheeling = isFreewheeling
      self?.events.yield(.freewheelChanged(isFreewheeling))
    }
    wanted.sampleRate = { [inbox] rate in inbox.post { $0.sampleRate = rate } }
    wanted.portConnection = { [inbox] _ in inbox.post { $0.hasNewConnections = true } }
    wanted.portRegistration = { [inbox] _, isRegistered in
      if isRegistered { inbox.post { $0.hasNewPorts = true } }
    }
    return wanted
  }

  private func follow(bufferSize: Int, node: JACKNode, isFirst: Bool) {
    do throws(HostError) {
      try node.follow(bufferSize: bufferSize)
    } catch {
      events.yield(.failed(error))
    }
    guard isFirst else { return }
    let isChange = shown.withLock { shown in
      guard shown.format.bufferSize != bufferSize else { return false }
      shown.format = JACKServerFormat(
        sampleRate: shown.format.sampleRate, bufferSize: bufferSize,
        isRealtime: shown.format.isRealtime)
      return true
    }
    if isChange { events.yield(.bufferSizeChanged(frameCount: bufferSize)) }
  }
}

// MARK: - Connections

extension EngineControl {
  private func patchFirst() {
    let plan = PatchPlan(descriptions: nodes.map(\.instance.description), hasSong: player != nil)
    var cords = plan.chain
    if connectsHardware, let jack = nodes.first?.client.client {
      cords += plan.hardware(
        playback: (try? jack.physicalPlaybackPorts()) ?? [],
        sources: (try? jack.ports(kind: .midi, flags: .output)) ?? [],
        own: clients.compactMap(\.name))
    }
    report(cords.compactMap { patchbay.connect($0) })
    show()
  }

  private func report(_ failures: [Patchbay.Failure]) {
    for failure in failures {
      events.yield(
        .connectionFailed(
          source: failure.connection.source, destination: failure.connection.destination,
          reason: failure.reason))
    }
  }

  private func show() {
    let connections = patchbay.connections
    shown.withLock { $0.connections = connections }
  }
}

// MARK: - The control thread

extension EngineControl {
  /// Starts the control thread, which lives until `stop`.
  func start() { DetachedThread.startOrTrap { self.run() } }

  /// Has the control thread close everything, and waits for it.
  func stop() {
    inbox.post { $0.isStopping = true }
    ended.wait()
  }

  private func run() {
    while true {
      let mail = inbox.take(milliseconds: patience)
      if mail.isStopping { break }
      if mail.isStarting { isStarted = true }
      if let reason = mail.shutdownReason { leave(reason) }
      if !isOpen { comeBack() } else { lookAfter(mail) }
      if mail.isStarting && isOpen { words.mayPlay = true }
    }
    fall()
    ended.send()
  }

  private var patience: UInt64 {
    if !isOpen { return Self.retryPause }
    return hasNewConnections ? Self.quietTime : Self.longTime
  }

  private func leave(_ reason: String) {
    guard isOpen else { return }
    isOpen = false
    hasNewConnections = false
    closeClients()
    inbox.forgetShutdown()
    events.yield(.serverGone(reason: reason))
  }

  /// Tries to open a server again, and plays on where it was.
  private func comeBack() {
    do throws(HostError) {
      try openClients()
    } catch {
      closeClients()
      return
    }
    isOpen = true
    report(patchbay.restore())
    show()
    words.mayPlay = isStarted
    events.yield(.serverReturned)
  }

  private func lookAfter(_ mail: EngineInbox.Mail) {
    if let rate = mail.sampleRate, Double(rate) != format.sampleRate {
      // Rare (PipeWire): everything begins again at the new rate, where the song was.
      isOpen = false
      closeClients()
      return comeBack()
    }
    if mail.hasNewPorts && patchbay.hasWaiting {
      patchbay.retry()
      show()
    }
    if mail.hasNewConnections {
      hasNewConnections = true
    } else if hasNewConnections {
      hasNewConnections = false
      patchbay.refresh()
      show()
    }
  }

  /// Ends the sound within a cycle, then the clients.
  private func fall() {
    if isOpen {
      words.isStopRequested = true
      _ = Pause.until(milliseconds: 400) {
        words.hasFaded && (player == nil || words.isSongSilenced)
      }
    }
    closeClients()
    events.finish()
  }
}

extension HostError {
  /// What to tell a user about a JACK error.
  init(jack error: JACKError, serverName: String?) {
    guard error.code == .noServer || error.code == .notInstalled else {
      self.init(.engineFailed, error.description)
      return
    }
    let name = serverName.map { " \"\($0)\"" } ?? ""
    let what = error.code == .noServer ? "server\(name) runs" : "library is installed"
    self.init(
      .engineFailed,
      "No JACK \(what); start a server (jackd -d alsa, or PipeWire with pipewire-jack) or use "
        + "--engine clock.")
  }
}
