internal import Synchronization
internal import TenutoHost

/// Clients and the server's format.
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
    inbox.post { $0.hasNewLatency = true }
    patchFirst()
    isOpen = true
  }

  private func extensionPriority() -> Int32? {
    guard format.isRealtime, let client = nodes.first?.client else { return nil }
    // PipeWire's render thread may come after activation.
    _ = Pause.until(milliseconds: 200) { client.realtimePriority != nil }
    return client.realtimePriority.map { max(1, $0 - 1) }
  }

  /// Opens the clients; the nodes follow the format of a server that returns.
  ///
  /// - Throws: `.engineFailed`; then some may be open.
  func openClients() throws(HostError) {
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

  /// Closes the clients; their plans stay.
  func closeClients() {
    // From the end of the chain: what is still connected hears silence, not half a chain.
    for client in clients.reversed() { client.close() }
    words.mayPlay = false
    words.songEnd = -1
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
