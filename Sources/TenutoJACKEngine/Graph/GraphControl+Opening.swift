internal import Synchronization
internal import TenutoJACK
internal import TenutoRender
internal import TenutoSystem

/// Clients and the server's format.
extension GraphControl {
  /// Opens the clients for the first time, allocates the instances and connects.
  ///
  /// - Throws: `.engineFailed` without a server, or the error of an extension.
  func openFirst(_ graph: Graph) throws(HostError) {
    try work.withLock { work throws(HostError) in
      work.graph = graph
      if hasClientForEach {
        try EachCheck.check(graph)
        try listen(to: graph)
        for node in graph.nodes where !node.traits.isEnginePort { makeClient(of: node, &work) }
      } else {
        try main.update(ClientLayout(whole: graph), nil)
      }
      do throws(HostError) {
        try openClients(&work)
        try prepareAll(work)
      } catch {
        closeClients(work)
        for client in clients(work) { client.release() }
        throw error
      }
      show(work)
      isOpen = true
      patch(&work)
      noteLatencies(work, always: true)
      startMusic()
    }
  }

  /// Plans the client of a node without opening it.
  func makeClient(of node: Graph.Node, _ work: inout Work) {
    var layout = NodeLayout()
    layout.follow(node, in: work.graph)
    work.layouts[node.id] = layout
    work.clients[node.id] = GraphClient(
      name: node.name, prettyName: node.prettyName, layout: layout.layout, engine: words,
      transport: transportWords, deadlineShare: options.deadlineShare, runner: runner)
  }

  /// All clients: the main one first, then in the order of the nodes.
  func clients(_ work: Work) -> [GraphClient] {
    [main] + work.clients.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Opens the clients; prepared clients adapt to the format of a server that returns.
  ///
  /// - Throws: `.engineFailed`; some clients may be open then.
  func openClients(_ work: inout Work) throws(HostError) {
    do throws(JACKError) {
      words.isFreewheeling = false
      for client in clients(work) {
        try client.open(serverName: options.serverName, notifications(isMain: client === main))
      }
      work.leads = false
      try lead(&work)
      try noteFormat(work)
      transportWords.beginCounting()
      for client in clients(work) { try client.client.client?.activate() }
    } catch {
      throw HostError(jack: error, serverName: options.serverName)
    }
    let priority = extensionPriority()
    shown.withLock { $0.priority = $0.priority ?? priority }
  }

  private func extensionPriority() -> Int32? {
    guard format.isRealtime else { return nil }
    // PipeWire may start the render thread after activation.
    _ = Pause.until(milliseconds: 200) { main.client.realtimePriority != nil }
    return main.client.realtimePriority.map { max(1, $0 - 1) }
  }

  /// Reads the server's format, and reallocates if the clients' memory does not fit.
  private func noteFormat(_ work: Work) throws(JACKError) {
    guard let client = main.client.client else { return }
    let new = JACKServerFormat(
      sampleRate: Double(client.sampleRate), bufferSize: client.bufferSize,
      isRealtime: client.isRealtime)
    let old = shown.withLock { shown in
      defer { shown.format = new }
      return shown.format
    }
    guard old.sampleRate > 0 else { return }
    if new.sampleRate != old.sampleRate { events.yield(.sampleRateChanged(new.sampleRate)) }
    if new.bufferSize != old.bufferSize {
      events.yield(.bufferSizeChanged(frameCount: new.bufferSize))
    }
    followTarget(work)
  }

  /// Adapts to another period.
  func follow(bufferSize: Int, _ work: Work) {
    let isChange = shown.withLock { shown in
      guard shown.format.bufferSize != bufferSize else { return false }
      shown.format = JACKServerFormat(
        sampleRate: shown.format.sampleRate, bufferSize: bufferSize,
        isRealtime: shown.format.isRealtime)
      return true
    }
    guard isChange else { return }
    followTarget(work)
    events.yield(.bufferSizeChanged(frameCount: bufferSize))
  }

  private func followTarget(_ work: Work) {
    do throws(HostError) {
      try prepareAll(work)
    } catch {
      events.yield(.failed(error))
    }
  }

  /// Prepares the graphs of all clients.
  func prepareAll(_ work: Work) throws(HostError) {
    guard let target else { return }
    if !hasClientForEach { try main.prepare(target) }
    for client in work.clients.values { try client.prepare(target) }
  }

  /// Closes the clients; their prepared graphs stay.
  func closeClients(_ work: Work) {
    for client in clients(work).reversed() { client.close() }
  }

  /// Reports the clients' latencies to JACK if they have changed.
  func noteLatencies(_ work: Work, always: Bool) {
    var isNew = always
    for client in clients(work) {
      let latency = client.latency
      if client.client.latency != latency { isNew = true }
      client.client.latency = latency
    }
    if isNew { try? main.client.client?.recomputeLatencies() }
  }
}

// MARK: - Notifications

extension GraphControl {
  /// The notifications for a client; the main one receives them on behalf of all.
  func notifications(isMain: Bool) -> JACKNotifications {
    var wanted = JACKNotifications()
    wanted.shutdown = { [inbox] reason in inbox.post { $0.shutdownReason = reason } }
    guard isMain else { return wanted }
    // A notification must not wait for an edit, which may be waiting for the server.
    wanted.bufferSize = { [inbox] frameCount in inbox.post { $0.bufferSize = frameCount } }
    wanted.sampleRate = { [inbox] rate in inbox.post { $0.sampleRate = rate } }
    wanted.xrun = { [weak self] in self?.noteXrun() }
    wanted.freewheel = { [weak self] isFreewheeling in
      self?.words.isFreewheeling = isFreewheeling
      self?.events.yield(.freewheelChanged(isFreewheeling))
    }
    wanted.portConnection = { [inbox] _ in inbox.post { $0.hasNewConnections = true } }
    wanted.portRegistration = { [inbox] name, isRegistered in
      inbox.post { mail in
        mail.hasNewPorts = true
        if isRegistered { mail.newPorts.insert(name) }
      }
    }
    return wanted
  }
}
