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
  let xruns = XrunCourt()
  let events: AsyncStream<JACKEngineEvent>.Continuation
  let serverName: String?
  let connectsHardware: Bool
  let shown = Mutex(Shown())
  var patchbay: Patchbay
  private let ended = Signal()
  private var isStarted = false
  private var hasNewConnections = false
  var priority: Int32?

  /// What other threads see.
  struct Shown: Sendable {
    var format = JACKServerFormat(sampleRate: 0, bufferSize: 0, isRealtime: false)
    var connections: Set<JACKEngineConnection> = []
    var isOpen = false
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

  /// Whether there is a server.
  ///
  /// Thread: any.
  var isOpen: Bool {
    get { shown.withLock { $0.isOpen } }
    set { shown.withLock { $0.isOpen = newValue } }
  }

  /// All clients, the song's last.
  var clients: [EngineClient] {
    nodes.map(\.client) + (player.map { [$0.client] } ?? [])
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
    // First: libjack has no limit of its own for closing.
    events.yield(.serverGone(reason: reason))
    closeClients()
    inbox.forgetShutdown()
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
    patchAgain()
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
    if mail.hasNewLatency { try? nodes.first?.client.client?.recomputeLatencies() }
    if mail.hasNewPorts { patchWaiting() }
    if mail.hasNewConnections {
      hasNewConnections = true
    } else if hasNewConnections {
      hasNewConnections = false
      notePatches()
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
