internal import Synchronization
internal import TenutoHost

/// What the server tells.
extension EngineControl {
  /// What every client wants to hear.
  func shutdownNotification() -> JACKNotifications {
    var wanted = JACKNotifications()
    wanted.shutdown = { [inbox] reason in inbox.post { $0.shutdownReason = reason } }
    return wanted
  }

  /// What a node's client wants to hear; the first one hears for all.
  func notifications(of node: JACKNode, isFirst: Bool) -> JACKNotifications {
    var wanted = shutdownNotification()
    wanted.bufferSize = { [weak self, weak node] frameCount in
      guard let self, let node else { return }
      self.follow(bufferSize: frameCount, node: node, isFirst: isFirst)
    }
    guard isFirst else { return wanted }
    wanted.xrun = { [weak self] in self?.noteXrun() }
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
    let latency = node.client.latency
    do throws(HostError) {
      try node.follow(bufferSize: bufferSize)
    } catch {
      events.yield(.failed(error))
    }
    // A notification may not ask the server itself.
    if node.client.latency != latency { inbox.post { $0.hasNewLatency = true } }
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
