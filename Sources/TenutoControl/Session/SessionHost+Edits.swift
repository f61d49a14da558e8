internal import TenutoCore
internal import TenutoSession

extension SessionHost: ControlledSession {
  package func content() -> SessionRecord {
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

  package func add(_ order: NodeOrder) throws(RequestError) -> String {
    let node = try NodeOrderReader(order, besides: Set(running.nodeNames), in: registry)
      .node()
    try RequestError.from { () throws(SessionEditError) in try running.add(node) }
    return node.name
  }

  package func remove(_ node: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.remove(node) }
  }

  package func rename(_ node: String, to name: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.rename(node, to: name) }
  }

  // MARK: - Connections

  package func connect(_ link: LinkRecord) throws(RequestError) {
    let link = try self.link(link)
    try RequestError.from { () throws(SessionEditError) in try running.connect(link) }
  }

  package func disconnect(_ link: LinkRecord) throws(RequestError) {
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

  package func add(_ map: MapRecord) throws(RequestError) {
    let map = try ControllerMap(map)
    try RequestError.from { () throws(SessionEditError) in try running.add(map) }
  }

  package func remove(_ map: MapRecord) throws(RequestError) {
    let map = try ControllerMap(map)
    try RequestError.from { () throws(SessionEditError) in try running.remove(map) }
  }

  package func learn(node: String, parameter: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in
      try running.learn(node: node, parameter: parameter)
    }
  }

  // MARK: - Saving

  package func save(to path: String?) throws(RequestError) -> String {
    if let path, !path.hasPrefix("/") {
      throw RequestError(400, "'\(path.printable)' is not an absolute path.")
    }
    return try RequestError.from { () throws(SessionEditError) in try running.save(to: path) }
  }

  package func undo() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in try running.undo() }
  }

  package func redo() throws(RequestError) -> String {
    try RequestError.from { () throws(SessionEditError) in try running.redo() }
  }
}
