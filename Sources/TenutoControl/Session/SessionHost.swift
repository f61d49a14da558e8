internal import Glibc
public import TenutoComponents
internal import TenutoCore
package import TenutoJACKEngine
internal import TenutoProcess
package import TenutoRender
public import TenutoSession
internal import TenutoSupervision
internal import TenutoSystem

/// A playing session for the control API, served by a `ControlServer`.
///
/// Thread: control, several at once.
public final class SessionHost: ControlledHost {
  package let running: RunningSession
  let registry: Registry
  private let name: String
  private let version: String
  private let usage = UsageReader()
  private let records: LogRing
  private let changes: ChangeObservers
  private let recorderOfAll: @Sendable () -> Recorder?
  private let observer: UInt64
  package let readings: NodeReadings
  /// The MIDI ports of the JACK server; nil without one.
  let jackMIDI: JACKMIDI?
  /// The MIDI ports of the ALSA sequencer; nil where only JACK's are wanted.
  let alsaMIDI: ALSAMIDI?

  /// Wraps `running`.
  ///
  /// - Parameters:
  ///   - running: The playing session.
  ///   - name: The host's name: `ControlServer.name`.
  ///   - version: The program's version.
  ///   - registry: The components that can be added.
  public convenience init(
    _ running: RunningSession, name: String, version: String, registry: Registry
  ) {
    self.init(
      running, name: name, version: version, registry: registry, records: LogRing(),
      changes: ChangeObservers(), hasALSA: !(running.engine is JACKGraphEngine),
      recorder: { nil })
  }

  /// Wraps `running`, together with its program's log, changes and recorder.
  ///
  /// - Parameters:
  ///   - running: The playing session.
  ///   - name: The host's name.
  ///   - version: The program's version.
  ///   - registry: The components that can be added.
  ///   - records: The log.
  ///   - changes: The listeners to changes.
  ///   - hasALSA: Whether pages get the MIDI ports of the ALSA sequencer.
  ///   - recorder: Returns the recorder of the whole output; nil if none exists.
  package init(
    _ running: RunningSession, name: String, version: String, registry: Registry,
    records: LogRing, changes: ChangeObservers, hasALSA: Bool,
    recorder: @escaping @Sendable () -> Recorder?
  ) {
    self.running = running
    self.registry = registry
    self.name = name
    self.version = version
    self.records = records
    self.changes = changes
    recorderOfAll = recorder
    readings = NodeReadings(running.engine)
    alsaMIDI = hasALSA ? ALSAMIDI() : nil
    jackMIDI = (running.engine as? JACKGraphEngine).map { JACKMIDI(serverName: $0.serverName) }
    observer = running.observe { change in
      if let record = ChangeRecord(change) { changes.post(record) }
    }
    (running.engine as? JACKGraphEngine)?.watchPorts { changes.post(ChangeRecord("jack")) }
  }

  deinit {
    (running.engine as? JACKGraphEngine)?.watchPorts(nil)
    running.forget(observer)
  }

  package var nodeNames: [String] { running.nodeNames }

  package func node(named name: String) -> (any ControlledNode)? {
    guard running.session.node(named: name) != nil else { return nil }
    return HostedNode(running: running, name: name, readings: readings, usage: usage)
  }

  /// The host's messages while JACK is missing.
  static let noServer = "The JACK server has ended; the host plays again when it returns."

  /// The host's message while JACK stands still.
  private static let stalledServer =
    "The JACK server has stopped; if its sound card is gone, kill it and start it again."

  package func status() -> HostStatus {
    let (engine, session) = (running.engine, running.session)
    let jack = engine as? JACKGraphEngine
    var status = HostStatus(
      version: version, name: name, pid: getpid(), engine: jack == nil ? "clock" : "jack")
    status.session = session.name
    status.sessionPath = running.file?.path
    status.isEdited = running.isEdited
    if let jack, !jack.isOpen { status.problem = Self.noServer }
    if jack?.isStalled ?? false { status.problem = Self.stalledServer }
    status.sampleRate = engine.format.sampleRate
    status.frames = engine.format.frameCount
    status.load = readings.load
    let reading = engine.reading
    status.position = Double(reading.sampleTime) / max(1, engine.format.sampleRate)
    status.transport = transport
    status.xruns = reading.xruns
    status.heapBytes = HeapMemory.bytesInUse
    status.xrunReports = jack?.xrunReports.map(XrunRecord.init) ?? []
    status.recordings = recordings
    status.chains = chains
    status.nodes = session.nodes.compactMap { node in self.node(named: node.name)?.status() }
    usage.keep(status.nodes.compactMap(\.pid))
    return status
  }

  /// The recordings of the whole output, and of nodes.
  private var recordings: [RecordingRecord] {
    let lost = Int(running.engine.reading.unrecordedFrames)
    let all = recorderOfAll()?.state.map { RecordingRecord($0, unrecordedFrames: lost) }
    return [all].compactMap(\.self)
      + running.recordings.compactMap { name, file in
        file.recording.map {
          RecordingRecord($0, node: name, unrecordedFrames: file.lostFrames)
        }
      }
  }

  /// Removes the length limit of the recording, because the transport has moved.
  func recordOn() { recorderOfAll()?.frameLimit = .max }

  /// The chains of extensions with their requirements.
  package var chains: [ChainRecord] {
    let session = running.session
    let extensions = session.nodes.filter { $0.kind.code != nil }.map(\.name)
    let links = session.connections.map { (source: $0.source, destination: $0.destination) }
    return NodeChain.all(of: extensions, links).compactMap { chain in
      chain.record(
        limit: session.engine.deadlineShare ?? EngineFormat.usualDeadlineShare, usage
      ) { running.status(of: $0)?.instance?.process.identifier }
    }
  }

  /// The readings of all nodes, by name.
  package var nodeReadings: [String: NodeReading] {
    readings.all.reduce(into: [:]) { found, entry in
      if let name = running.name(of: entry.key) { found[name] = entry.value }
    }
  }

  package func log(since number: UInt64) -> [LogRecord] { records.records(since: number) }

  package func components() -> [ComponentEntry] {
    registry.scan().components.map { component in
      let description = component.description
      return ComponentEntry(
        code: "\(description.code)", name: description.name.printable,
        manufacturer: description.manufacturerName.printable,
        summary: description.summary.printable, tags: description.tags.map(\.printable),
        presets: presets(of: description))
    }
  }

  private func presets(of component: ComponentDescription) -> [String] {
    let users = running.options.userPresets?.list(for: component.code).presets.map(\.name) ?? []
    return (users + component.presets.map(\.name)).map(\.printable)
  }

  package var session: any ControlledSession { self }

  package func settle() throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.awaitEffect() }
  }

  package func levels() -> [String: Double] {
    nodeReadings.compactMapValues { NodeStatus.level($0.peak) }
  }

  // MARK: - Changes

  package func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 {
    changes.add(receive)
  }

  package func forget(_ observer: UInt64) { changes.remove(observer) }
}

extension RequestError {
  /// Runs an edit, and converts its error.
  static func from<T>(
    _ body: () throws(SessionEditError) -> T
  ) throws(RequestError) -> T {
    do throws(SessionEditError) {
      return try body()
    } catch {
      throw RequestError(error)
    }
  }

  /// Converts an edit error.
  init(_ error: SessionEditError) {
    let status =
      switch error.reason {
      case .unknown: 404
      case .invalid: 400
      case .conflict: 409
      case .late: 504
      case .failed: 500
      }
    self.init(status, error.message)
  }
}

extension XrunRecord {
  /// Converts JACK's report of an xrun.
  init(_ report: XrunReport) {
    self.init(
      time: report.time, node: report.instance == nil ? nil : report.name.printable,
      message: report.sentence.printable)
  }
}

extension ChangeRecord {
  /// Converts JACK's report of the `count`th xrun.
  package init(_ report: XrunReport, count: UInt64) {
    self.init("xrun")
    node = report.instance == nil ? nil : report.name.printable
    (value, message) = (Double(count), report.sentence.printable)
  }

  /// Describes an event of a recording.
  package init(recording sentence: String) {
    self.init("recording")
    message = sentence.printable
  }

  /// Converts a change of a session; nil for a mere message to the user.
  fileprivate init?(_ change: SessionChange) {
    switch change {
    case .parameter(let node, let parameter, let value):
      self.init("parameter", node: node)
      (self.parameter, self.value) = (parameter, Double(value))
    case .nodeAdded(let node): self.init("node-added", node: node)
    case .nodeRemoved(let node): self.init("node-removed", node: node)
    case .nodeRenamed(let old, let new):
      self.init("node-changed", node: new)
      message = "Renamed from '\(old)'."
    case .nodeChanged(let node): self.init("node-changed", node: node)
    case .connected(let link):
      self.init("connected")
      self.link = LinkRecord(link)
    case .disconnected(let link):
      self.init("disconnected")
      self.link = LinkRecord(link)
    case .condition(let node, let word):
      self.init("condition", node: node)
      message = word
    case .maps: self.init("map")
    case .learned(let map):
      self.init("learned", node: map.node)
      (parameter, value) = (map.parameter, Double(map.controller))
    case .saved(let path):
      self.init("saved")
      message = path
    case .undone(let title):
      self.init("undone")
      message = title
    case .notice: return nil
    }
  }
}
