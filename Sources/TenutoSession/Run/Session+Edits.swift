internal import TenutoCore

/// Edits a session as a value, whether it is running or not.
extension Session {
  /// The index of a node in `nodes`.
  ///
  /// - Throws: An error with the nearest name if no node has that name.
  func index(of name: String) throws(SessionEditError) -> Int {
    if let index = nodes.firstIndex(where: { $0.name == name }) { return index }
    let hint = Spelling.hint(name, among: nodes.map(\.name))
    throw SessionEditError(.unknown, "There is no node '\(name.printable)'\(hint).")
  }

  /// Checks aspects that the engine does not check: node names, cycles and the targets of maps.
  ///
  /// - Throws: The first fault found; warnings are ignored.
  func check() throws(SessionEditError) {
    guard let fault = SessionCheck.faults(of: self).first(where: { !$0.isWarning }) else { return }
    throw SessionEditError(.invalid, fault.message.sentence)
  }

  /// Appends a node.
  mutating func add(_ node: SessionNode) throws(SessionEditError) {
    guard self.node(named: node.name) == nil else {
      throw SessionEditError(.conflict, "There is a node '\(node.name.printable)' already.")
    }
    nodes.append(node)
    try check()
  }

  /// Removes a node, with everything that refers to it.
  mutating func remove(node name: String) throws(SessionEditError) {
    nodes.remove(at: try index(of: name))
    connections.removeAll { $0.source == name || $0.destination == name }
    midiConnections.removeAll { $0.source == name || $0.destination == name }
    jackConnections.removeAll { $0.node == name }
    maps.removeAll { $0.node == name || $0.input == name }
  }

  /// Renames a node, with all references to it.
  mutating func rename(_ name: String, to new: String) throws(SessionEditError) {
    let index = try index(of: name)
    guard name != new else { return }
    guard node(named: new) == nil else {
      throw SessionEditError(.conflict, "There is a node '\(new.printable)' already.")
    }
    nodes[index].name = new
    func follow(_ text: inout String) { if text == name { text = new } }
    for index in connections.indices {
      follow(&connections[index].source)
      follow(&connections[index].destination)
    }
    for index in midiConnections.indices {
      follow(&midiConnections[index].source)
      follow(&midiConnections[index].destination)
    }
    for index in jackConnections.indices { follow(&jackConnections[index].node) }
    for index in maps.indices {
      follow(&maps[index].node)
      if maps[index].input == name { maps[index].input = new }
    }
    try check()
  }

  /// Changes one node.
  mutating func change(
    _ name: String, _ body: (inout SessionNode) -> Void
  ) throws(SessionEditError) {
    body(&nodes[try index(of: name)])
    try check()
  }

  /// Adds a controller map, replacing one for the same controller and parameter.
  mutating func add(_ map: ControllerMap) throws(SessionEditError) {
    _ = try index(of: map.node)
    maps.removeAll { $0.hasSamePlace(as: map) }
    maps.append(map)
    try check()
  }

  /// Removes a controller map.
  mutating func remove(_ map: ControllerMap) throws(SessionEditError) {
    guard maps.contains(where: { $0.hasSamePlace(as: map) }) else {
      throw SessionEditError(
        .unknown,
        "Controller \(map.controller) does not move '\(map.parameter.printable)' of "
          + "'\(map.node.printable)'.")
    }
    maps.removeAll { $0.hasSamePlace(as: map) }
  }
}

// MARK: - Connections

extension Session {
  /// Adds a connection; has no effect if it exists.
  mutating func connect(_ link: SessionLink) throws(SessionEditError) {
    for name in link.nodeNames { _ = try index(of: name) }
    switch link {
    case .audio(let link): if !connections.contains(link) { connections.append(link) }
    case .midi(let link):
      let known = midiConnections.firstIndex { $0.hasSameEnds(as: link) }
      if let known { midiConnections[known] = link } else { midiConnections.append(link) }
    case .jack(let link): if !jackConnections.contains(link) { jackConnections.append(link) }
    }
    try check()
  }

  /// Removes a connection.
  mutating func disconnect(_ link: SessionLink) throws(SessionEditError) {
    for name in link.nodeNames { _ = try index(of: name) }
    let before = (connections.count, midiConnections.count, jackConnections.count)
    switch link {
    case .audio(let link): connections.removeAll { $0 == link }
    case .midi(let link): midiConnections.removeAll { $0.hasSameEnds(as: link) }
    case .jack(let link): jackConnections.removeAll { $0 == link }
    }
    guard before == (connections.count, midiConnections.count, jackConnections.count) else {
      return
    }
    throw SessionEditError(.unknown, "There is no such connection: \(link).")
  }
}

/// A connection of any kind.
public enum SessionLink: Sendable, Equatable, CustomStringConvertible {
  /// Audio between nodes.
  case audio(AudioLink)
  /// MIDI between nodes; identified by its ends alone when it is removed.
  case midi(MIDILink)
  /// A node's port and ports of other programs in JACK.
  case jack(JACKLink)

  var nodeNames: [String] {
    switch self {
    case .audio(let link): [link.source, link.destination]
    case .midi(let link): [link.source, link.destination]
    case .jack(let link): [link.node]
    }
  }

  /// A readable text with both ends.
  public var description: String {
    switch self {
    case .audio(let link):
      "\(link.source).\(link.outputBus) → \(link.destination).\(link.inputBus)".printable
    case .midi(let link): "\(link.source) → \(link.destination) (MIDI)".printable
    case .jack(let link): "\(link.node):\(link.port) ↔ \(link.other)".printable
    }
  }
}

extension MIDILink {
  func hasSameEnds(as other: MIDILink) -> Bool {
    source == other.source && destination == other.destination
  }
}

extension ControllerMap {
  /// Whether the same controller moves the same parameter.
  func hasSamePlace(as other: ControllerMap) -> Bool {
    (input, channel, controller, node, parameter)
      == (other.input, other.channel, other.controller, other.node, other.parameter)
  }
}

extension String {
  /// The text with a capital letter at the start and a full stop at the end.
  var sentence: String {
    let start = prefix(1).uppercased() + dropFirst()
    return start.hasSuffix(".") ? start : start + "."
  }
}
