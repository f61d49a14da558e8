import TenutoCore
import TenutoHost
import TenutoSession
import TenutoWeb

extension RunHost: ControlledSession {
  func content() -> SessionRecord {
    let session = running.session
    return SessionRecord(
      name: session.name, path: running.file?.path, isEdited: running.isEdited,
      nodes: session.nodes.compactMap(record),
      connections: session.connections.map { LinkRecord(.audio($0)) }
        + session.midiConnections.map { LinkRecord(.midi($0)) }
        + session.jackConnections.map { LinkRecord(.jack($0)) },
      maps: session.maps.map(MapRecord.init))
  }

  private func record(_ node: SessionNode) -> NodeRecord? {
    guard let report = running.status(of: node.name) else { return nil }
    return NodeRecord(
      name: node.name, kind: node.kind.traits.word, component: node.kind.code.map { "\($0)" },
      isMissing: report.problem != nil, inputs: report.layout.inputs,
      outputs: report.layout.outputs, takesMIDI: report.takesMIDI, givesMIDI: report.givesMIDI,
      parameters: (try? self.node(named: node.name)?.parameters()) ?? [])
  }

  // MARK: - Nodes

  func add(_ order: NodeOrder) throws(RequestError) -> String {
    let node = try NodeOrderReader(order, besides: Set(running.nodeNames)).node()
    try RequestError.from { () throws(SessionEditError) in try running.add(node) }
    return node.name
  }

  func remove(_ node: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.remove(node) }
  }

  func rename(_ node: String, to name: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.rename(node, to: name) }
  }

  // MARK: - Connections

  func connect(_ link: LinkRecord) throws(RequestError) {
    let link = try self.link(link)
    try RequestError.from { () throws(SessionEditError) in try running.connect(link) }
  }

  func disconnect(_ link: LinkRecord) throws(RequestError) {
    let link = try self.link(link)
    try RequestError.from { () throws(SessionEditError) in try running.disconnect(link) }
  }

  private func link(_ record: LinkRecord) throws(RequestError) -> SessionLink {
    let reports = Dictionary(
      uniqueKeysWithValues: running.nodeNames.compactMap { name in
        running.status(of: name).map { (name, $0) }
      })
    return try LinkReader(record, reports).link()
  }

  // MARK: - Maps

  func add(_ map: MapRecord) throws(RequestError) {
    let map = try ControllerMap(map)
    try RequestError.from { () throws(SessionEditError) in try running.add(map) }
  }

  func remove(_ map: MapRecord) throws(RequestError) {
    let map = try ControllerMap(map)
    try RequestError.from { () throws(SessionEditError) in try running.remove(map) }
  }

  func learn(node: String, parameter: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.learn(node: node, parameter: parameter)
    }
  }

  // MARK: - Keeping

  func save(to path: String?) throws(RequestError) -> String {
    if let path, !path.hasPrefix("/") {
      throw RequestError(400, "'\(path.printable)' is no absolute path.")
    }
    return try RequestError.from { () throws(SessionEditError) in try running.save(to: path) }
  }

  func undo() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in try running.undo() }
  }

  func redo() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in try running.redo() }
  }
}
