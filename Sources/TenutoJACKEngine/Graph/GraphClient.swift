internal import Synchronization
internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender
internal import TenutoSystem

/// A JACK client that renders a graph, with a port for each of the graph's inputs and outputs.
///
/// Thread: control, one at a time, unless stated otherwise.
@safe final class GraphClient: @unchecked Sendable {  // see the line above
  let client: EngineClient
  let words = ClientWords.allocate()
  let statistics = EngineStatistics.allocate()
  private(set) var layout: ClientLayout
  private let state: UnsafeMutablePointer<GraphClientState>
  private let held = Mutex(Held())
  /// Incomplete incoming MIDI, by port, which outlives the sets of ports.
  private var readers: [String: UnsafeMutablePointer<MIDIPortReader>] = unsafe [:]
  private var releases: [String: ReleaseRequest] = [:]
  private var queues: [String: UnsafeMutablePointer<MIDIPortQueue>] = unsafe [:]
  private var retired: [Retired] = []
  /// Runs the cycles of all clients, if each node has a client.
  private let runner: RunnerControl?
  /// The open client for the runner, if JACK has an activation word.
  private(set) var served: RunnerClient?
  private let isMain: Bool

  /// State for any thread to read.
  private struct Held: Sendable {
    var prepared: PreparedGraph?
    /// Settings by node of the client's own graph, which outlive the prepared graph.
    var settings: [Graph.NodeID: NodeSettings] = [:]
    var listeners: [Graph.NodeID: [@Sendable () -> Void]] = [:]
    /// The guards of the audio outputs by port, which outlive the sets of ports.
    var guards: [String: (guard: PortGuard, node: Graph.NodeID)] = [:]
  }

  /// The format of the server.
  struct Target: Sendable {
    var sampleRate: Double
    var bufferSize: Int
    var priority: Int32?
  }

  /// Settings that outlive the prepared graph.
  struct NodeSettings: Sendable {
    var isBypassed = false
    var timing = NodeTiming.sameCycle
    var deadlineShare: Double?
  }

  /// Memory that the render thread may still use.
  private struct Retired {
    let cycleCount: UInt
    let free: () -> Void
  }

  /// The share of a period after which its extensions are late.
  private let deadlineShare: Double
  /// The most frames of a cycle without a new allocation.
  private static let frameCapacity = 8192
  /// Milliseconds that the render thread may take to reach its next cycle.
  private static let timeout = 500

  /// Plans a client.
  ///
  /// With `listens` it records its input; other clients record their output.
  init(
    name: String, prettyName: String, layout: ClientLayout, engine: EngineWords,
    transport: TransportWords, deadlineShare: Double,
    arrivals: ArrivalRing? = nil, recording: JACKGraphEngine.Recording? = nil,
    listens: Bool = false, isMain: Bool = false, runner: RunnerControl? = nil
  ) {
    self.layout = layout
    self.runner = runner
    self.isMain = isMain
    self.deadlineShare = min(max(deadlineShare, 0.05), 0.95)
    client = EngineClient(name: name, prettyName: prettyName, plan: layout.ports.map(\.plan))
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: GraphClientState(
        words: words, engine: engine, transport: transport, statistics: statistics,
        arrivals: arrivals,
        tap: recording.map {
          GraphTap($0.recorder.ring, sampleRate: $0.sampleRate, takesInputs: listens)
        }, isMain: isMain))
  }

  deinit {
    closeClient()
    retire(everything: true)
    unsafe readers.values.forEach {
      unsafe $0.deinitialize(count: 1)
      unsafe $0.deallocate()
    }
    for request in releases.values { request.deallocate() }
    unsafe queues.values.forEach {
      unsafe $0.deinitialize(count: 1)
      unsafe $0.deallocate()
    }
    for entry in held.withLock({ $0.guards.values }) { entry.guard.deallocate() }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    statistics.deallocate()
    words.deallocate()
  }

  /// Frames from the client's inputs to its outputs.
  var latency: Int { prepared?.latencyToOutput ?? 0 }

  /// Notifies the guards of its outputs where the outputs lead.
  func follow(_ reach: PortReach) {
    held.withLock { held in
      for (port, entry) in held.guards {
        entry.guard.ownConnectionCount = reach.ownConnectionCount(of: client.fullName(port))
      }
    }
  }

  /// Samples that were clipped at full scale, at the outputs of one node or at all of them.
  ///
  /// Thread: any.
  func clippedSampleCount(of node: Graph.NodeID? = nil) -> UInt64 {
    held.withLock { held in
      held.guards.values.reduce(0) { sum, entry in
        node == nil || entry.node == node ? sum + entry.guard.clippedSampleCount : sum
      }
    }
  }

  /// The prepared graph, or nil.
  ///
  /// Thread: any.
  var prepared: PreparedGraph? { held.withLock { $0.prepared } }
}

// MARK: - The client

extension GraphClient {
  /// Opens the client with its ports; it plays its prepared graph, or is silent until `prepare`.
  func open(serverName: String?, _ notifications: JACKNotifications) throws(JACKError) {
    try client.open(serverName: serverName, notifications)
    unsafe readers.values.forEach { unsafe $0.pointee.reset() }
    unsafe queues.values.forEach { unsafe $0.pointee.removeAll() }
    words.sampleRate = client.client.map { Double($0.sampleRate) } ?? 0
    setPorts(client.ports)
    guard let jack = client.client else { throw .closed(client.wantedName) }
    let handle = try jack.renderHandle()
    if let runner, let activation = JACKActivation(of: jack) {
      let served = unsafe RunnerClient.allocate(activation, handle, state, runner.words)
      self.served = served
      return try unsafe client.setProcessThread(
        runClientThread, runner.context(served, isMain: isMain))
    }
    try unsafe client.setProcessThread(runGraph, GraphProcessor(state, handle: handle))
  }

  /// Closes the client; the prepared graph stays.
  func close() {
    closeClient()
    retire(everything: true)
  }

  private func closeClient() {
    // Its own thread takes it back first: the runner must not use a client that is closed.
    if let served, isMain { runner?.stop(served) } else if let served { runner?.drop(served) }
    client.close()
    served?.deallocate()
    served = nil
  }

  /// Removes the client of a removed node after a fade of one cycle.
  func leave() {
    words.isLeaving = true
    _ = Pause.until(milliseconds: Self.timeout) { words.hasFaded }
    close()
    release()
  }

  /// Releases all instances.
  func release() {
    unsafe exchangeRendering(nil)
    let prepared = held.withLock { held in
      defer { held.prepared = nil }
      return held.prepared
    }
    guard let prepared else { return }
    prepared.release()
    retire { _ = prepared }  // alive until here
  }

  /// Waits until no cycle uses objects that were replaced before.
  func waitForCycle() {
    guard client.client?.isActive == true else { return }
    let count = words.cycleCount
    _ = Pause.until(milliseconds: Self.timeout) { words.cycleCount &- count >= 2 }
  }
}

// MARK: - The render thread's objects

extension GraphClient {
  private func retire(_ free: @escaping () -> Void) {
    retired.append(Retired(cycleCount: words.cycleCount, free: free))
  }

  /// Frees objects that no cycle uses.
  private func retire(everything: Bool) {
    let now = words.cycleCount
    let (free, used) = (
      retired.filter { everything || now &- $0.cycleCount >= 2 },
      retired.filter { !everything && now &- $0.cycleCount < 2 }
    )
    retired = used
    for item in free { item.free() }
    guard everything, let set = unsafe words.ports else { return }
    unsafe words.ports = nil
    unsafe set.deinitialize(count: 1)
    unsafe set.deallocate()
  }

  /// Sets the ports of the next cycle, in the order of the layout.
  private func setPorts(_ ports: [JACKPort]) {
    let new = UnsafeMutablePointer<PortSet>.allocate(capacity: 1)
    unsafe new.initialize(to: makePortSet(ports))
    let old = unsafe words.ports
    unsafe words.ports = new
    guard let old = unsafe old else { return }
    retire {
      unsafe old.deinitialize(count: 1)
      unsafe old.deallocate()
    }
  }

  private func makePortSet(_ ports: [JACKPort]) -> PortSet {
    var (inputs, outputs): ([PortSet.Audio], [PortSet.Audio]) = ([], [])
    var midiInputs: [PortSet.MIDIInput] = []
    var midiOutputs: [PortSet.MIDIOutput] = []
    let prepared = prepared
    for (entry, port) in zip(layout.ports, ports) {
      // Until a graph is prepared, a port exists and is silent.
      let index = prepared.flatMap { $0.index(of: entry.binding) } ?? Int.max / 2
      switch entry.binding {
      case .audioInput: inputs.append(PortSet.Audio(port: port, channel: index))
      case .audioOutput(let node, _):
        outputs.append(
          PortSet.Audio(
            port: port, channel: index, guardian: guardian(of: entry.plan.name, node)))
      case .recording(_, _, let recorded):
        inputs.append(PortSet.Audio(port: port, channel: recorded))
      case .midiInput(let node):
        midiInputs.append(
          unsafe PortSet.MIDIInput(
            port: port, node: node, number: prepared == nil ? -1 : index,
            reader: reader(entry.plan.name), release: releaseRequest(entry.plan.name)))
      case .midiOutput(_, let group):
        midiOutputs.append(
          unsafe PortSet.MIDIOutput(
            port: port, number: index, group: group ?? -1, queue: queue(entry.plan.name)))
      }
    }
    return PortSet(
      audioInputs: inputs, audioOutputs: outputs, midiInputs: midiInputs, midiOutputs: midiOutputs)
  }

  private func guardian(of port: String, _ node: Graph.NodeID) -> PortGuard {
    held.withLock { held in
      let known = held.guards[port]?.guard ?? PortGuard.allocate()
      held.guards[port] = (known, node)
      return known
    }
  }

  private func reader(_ name: String) -> UnsafeMutablePointer<MIDIPortReader> {
    if let known = unsafe readers[name] { return unsafe known }
    let new = UnsafeMutablePointer<MIDIPortReader>.allocate(capacity: 1)
    unsafe new.initialize(to: MIDIPortReader())
    unsafe readers[name] = new
    return unsafe new
  }

  private func releaseRequest(_ name: String) -> ReleaseRequest {
    if let known = releases[name] { return known }
    let new = ReleaseRequest.allocate()
    releases[name] = new
    return new
  }

  /// Ends the notes of a MIDI input at the next cycle; has no effect for other ports.
  func releaseNotes(ofPort name: String) { releases[name]?.make() }

  private func queue(_ name: String) -> UnsafeMutablePointer<MIDIPortQueue> {
    if let known = unsafe queues[name] { return unsafe known }
    let new = UnsafeMutablePointer<MIDIPortQueue>.allocate(capacity: 1)
    unsafe new.initialize(to: MIDIPortQueue())
    unsafe queues[name] = new
    return unsafe new
  }

  private func exchangeRendering(_ new: UnsafeMutablePointer<GraphRendering>?) {
    let old = unsafe words.rendering
    unsafe words.rendering = new
    guard let old = unsafe old else { return }
    waitForCycle()
    retire { unsafe old.deallocate() }
  }
}

// MARK: - Memory

extension GraphClient {
  /// Allocates the graph, or reallocates it for a format that does not fit its memory.
  ///
  /// - Returns: Whether anything was allocated. An instance that does not follow is ended, and
  ///   silent until it is replaced.
  ///
  /// - Throws: As `PreparedGraph.init`; the client is silent then.
  @discardableResult
  func prepare(_ target: Target) throws(HostError) -> Bool {
    let old = prepared
    if let old, fits(old.format, target) {
      applySettings(target)
      return false
    }
    if let old { layout.graph = old.graph }
    release()
    defer {
      retire(everything: false)
      setPorts(client.ports)
      if old != nil { notifyListeners() }
    }
    let new = try PreparedGraph(
      layout.graph, format: format(target), isAnew: old != nil)
    held.withLock { $0.prepared = new }
    applySettings(target)
    let rendering = UnsafeMutablePointer<GraphRendering>.allocate(capacity: 1)
    unsafe rendering.initialize(to: GraphRendering(new))
    unsafe exchangeRendering(rendering)
    return true
  }

  private func fits(_ format: EngineFormat, _ target: Target) -> Bool {
    let (inputs, outputs) = layout.channelCounts
    return format.sampleRate == target.sampleRate && target.bufferSize <= format.frameCount
      && inputs <= format.inputChannelCount && outputs <= format.outputChannelCount
  }

  /// Doubles the channels that are needed now, so that edits rarely need more memory.
  private func format(_ target: Target) -> EngineFormat {
    let (inputs, outputs) = layout.channelCounts
    return EngineFormat(
      sampleRate: target.sampleRate, frameCount: max(Self.frameCapacity, target.bufferSize),
      inputChannelCount: 2 * max(2, inputs), outputChannelCount: 2 * max(2, outputs),
      priority: target.priority, deadlineShare: deadlineShare)
  }

  /// Switches to another graph with other ports at the next cycle.
  ///
  /// - Throws: As `PreparedGraph.update`, or `.engineFailed` if JACK has no port; nothing has
  ///   changed then.
  func update(
    _ layout: ClientLayout, _ target: Target?, waits: Bool = true
  ) throws(HostError) {
    let before = self.layout
    var ports: (ports: [JACKPort], leaving: [JACKPort])
    do throws(JACKError) {
      ports = try client.follow(layout.ports.map(\.plan))
    } catch {
      throw HostError(.engineFailed, error.description)
    }
    self.layout = layout
    do throws(HostError) {
      if let target, let prepared {
        if fits(prepared.format, target) {
          try prepared.update(layout.graph, waits: waits)
        } else {
          try prepare(target)
        }
      }
    } catch {
      self.layout = before
      let back = try? client.follow(before.ports.map(\.plan))
      client.remove(back?.leaving ?? [])
      throw error
    }
    setPorts(ports.ports)
    waitForCycle()
    client.remove(ports.leaving)
    retire(everything: false)
  }
}

// MARK: - Settings

extension GraphClient {
  /// Changes the settings of a node, and applies them.
  func changeSettings(
    of node: Graph.NodeID, _ target: Target?, _ change: (inout NodeSettings) -> Void
  ) {
    held.withLock { change(&$0.settings[node, default: NodeSettings()]) }
    if let target { applySettings(target) }
  }

  /// The settings of a node.
  func settings(of node: Graph.NodeID) -> NodeSettings {
    held.withLock { $0.settings[node] ?? NodeSettings() }
  }

  private func applySettings(_ target: Target) {
    let (prepared, settings) = held.withLock { ($0.prepared, $0.settings) }
    guard let prepared else { return }
    for (node, own) in settings where layout.graph[node]?.instance != nil {
      prepared.setBypass(own.isBypassed, node: node)
      prepared.setDeadlineShare(own.deadlineShare, node: node)
      if own.timing != .sameCycle || prepared.timing(of: node) != own.timing {
        prepared.setTiming(own.timing, node: node, periodFrames: target.bufferSize)
      }
    }
  }

  /// Adds a callback for a new preparation of the graph.
  ///
  /// Thread: any.
  func onReallocation(_ node: Graph.NodeID, _ action: @escaping @Sendable () -> Void) {
    held.withLock { $0.listeners[node, default: []].append(action) }
  }

  private func notifyListeners() {
    let listeners = held.withLock { Array($0.listeners.values.joined()) }
    // The callbacks may ask the extension or the engine.
    DetachedThread.startOrTrap { for listener in listeners { listener() } }
  }
}

extension ClientLayout {
  /// The number of audio inputs and outputs, in channels.
  fileprivate var channelCounts: (inputs: Int, outputs: Int) {
    var counts = (inputs: 0, outputs: 0)
    for port in ports {
      switch port.binding {
      case .audioInput, .recording: counts.inputs += 1
      case .audioOutput: counts.outputs += 1
      case .midiInput, .midiOutput: break
      }
    }
    return counts
  }
}

extension PreparedGraph {
  /// The engine's channel, or the number of the MIDI input or output, for a port.
  func index(of binding: GraphPort.Binding) -> Int? {
    switch binding {
    case .audioInput(let node, let channel): inputChannels(of: node).map { $0.lowerBound + channel }
    case .audioOutput(let node, let channel):
      outputChannels(of: node).map { $0.lowerBound + channel }
    case .midiInput(let node): midiInputNumber(of: node)
    case .midiOutput(let node, _): midiOutputNumber(of: node)
    case .recording(_, _, let recorded): recorded
    }
  }
}
