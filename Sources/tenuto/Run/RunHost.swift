import Glibc
import TenutoCore
import TenutoHost
import TenutoJACK
import TenutoSession
import TenutoWeb

/// What `run` plays, as the control API sees it.
final class RunHost: ControlledHost {
  let running: RunningSession
  private let name: String
  private let usage = UsageReader()
  let runEngine: RunEngine
  private let changes: ChangeBoard
  private let observer: UInt64
  let readings: RunReadings

  /// A host that is called `name`; `runEngine` tells what changes besides the session.
  init(_ name: String, _ running: RunningSession, _ runEngine: RunEngine) {
    let changes = runEngine.changes
    self.name = name
    self.runEngine = runEngine
    self.running = running
    self.changes = changes
    readings = RunReadings(running.engine)
    observer = running.observe { change in
      if let record = ChangeRecord(change) { changes.post(record) }
    }
  }

  deinit { running.forget(observer) }

  var nodeNames: [String] { running.nodeNames }

  func node(named name: String) -> (any ControlledNode)? {
    guard running.session.node(named: name) != nil else { return nil }
    return RunNode(running: running, name: name, readings: readings, usage: usage)
  }

  /// What a host says while JACK is gone.
  static let noServer = "The JACK server is gone; it plays on when it returns."

  func status() -> HostStatus {
    let (engine, session) = (running.engine, running.session)
    var status = HostStatus(
      version: Tenuto.version, name: name, pid: getpid(), engine: RunEngine.name(of: engine))
    status.session = session.name
    status.sessionPath = running.file?.path
    status.isEdited = running.isEdited
    if let jack = engine as? JACKGraphEngine, !jack.isOpen { status.problem = Self.noServer }
    status.sampleRate = engine.format.sampleRate
    status.frames = engine.format.frameCount
    status.load = readings.load
    let reading = engine.reading
    status.position = Double(reading.sampleTime) / max(1, engine.format.sampleRate)
    status.transport = transport
    status.xruns = reading.xruns
    status.xrunReports = (engine as? JACKGraphEngine)?.xrunReports.map(XrunRecord.init) ?? []
    status.recordings = runEngine.recordings(of: running)
    status.chains = chains
    status.nodes = session.nodes.compactMap { node in self.node(named: node.name)?.status() }
    usage.keep(status.nodes.compactMap(\.pid))
    return status
  }

  /// What its chains of extensions need.
  var chains: [ChainRecord] {
    let session = running.session
    let extensions = session.nodes.filter { $0.kind.code != nil }.map(\.name)
    let links = session.connections.map { (source: $0.source, destination: $0.destination) }
    return NodeChain.all(of: extensions, links).compactMap { chain in
      chain.record(
        limit: session.engine.deadlineShare ?? EngineFormat.usualDeadlineShare, usage
      ) { running.status(of: $0)?.instance?.process.identifier }
    }
  }

  /// What each node has done, by name.
  var nodeReadings: [String: NodeReading] {
    readings.all.reduce(into: [:]) { found, entry in
      if let name = running.name(of: entry.key) { found[name] = entry.value }
    }
  }

  func log(since number: UInt64) -> [LogRecord] { LogSetup.ring.records(since: number) }

  var session: any ControlledSession { self }

  func settle() throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.awaitEffect() }
  }

  func levels() -> [String: Double] {
    nodeReadings.compactMapValues { NodeStatus.level($0.peak) }
  }

  // MARK: - Changes

  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 {
    changes.add(receive)
  }

  func forget(_ observer: UInt64) { changes.remove(observer) }
}

extension RequestError {
  /// Does an edit; says as HTTP does why it was not done.
  static func from<T>(
    _ body: () throws(SessionEditError) -> T
  ) throws(RequestError) -> T {
    do throws(SessionEditError) {
      return try body()
    } catch {
      throw RequestError(error)
    }
  }

  /// Takes over why a session was not edited.
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
  /// A cycle that JACK missed.
  init(_ report: XrunReport) {
    self.init(
      time: report.time, node: report.instance == nil ? nil : report.name.printable,
      message: report.sentence.printable)
  }
}

extension ChangeRecord {
  /// A cycle that JACK missed, the `count`th one.
  init(_ report: XrunReport, count: UInt64) {
    self.init("xrun")
    node = report.instance == nil ? nil : report.name.printable
    (value, message) = (Double(count), report.sentence.printable)
  }

  /// What is new of a recording.
  init(recording sentence: String) {
    self.init("recording")
    message = sentence.printable
  }

  /// A change of a session; nil for what is only said to the user.
  fileprivate init?(_ change: SessionChange) {
    switch change {
    case .parameter(let node, let parameter, let value):
      self.init("parameter", node: node)
      (self.parameter, self.value) = (parameter, Double(value))
    case .nodeAdded(let node): self.init("node-added", node: node)
    case .nodeRemoved(let node): self.init("node-removed", node: node)
    case .nodeRenamed(let old, let new):
      self.init("node-changed", node: new)
      message = "It was called '\(old)'."
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

extension RunEngine {
  /// What is recorded: of all that is heard, and by nodes.
  func recordings(of running: RunningSession) -> [RecordingRecord] {
    let lost = Int(running.engine.reading.unrecordedFrames)
    let all = recordingState.map { [RecordingRecord($0, unrecordedFrames: lost)] } ?? []
    return all
      + running.recordings.compactMap { name, file in
        file.recording.map {
          RecordingRecord($0, node: name, unrecordedFrames: file.lostFrames)
        }
      }
  }
}
