internal import TenutoCore
internal import TenutoRender

extension SessionCheck {
  mutating func checkConnections() {
    checkAudio()
    checkMIDI()
    checkCircles()
    checkJACK()
  }

  private mutating func checkAudio() {
    var known: Set<AudioLink> = []
    for (number, link) in session.connections.enumerated() {
      let location = SessionLocation.connection(number)
      if !known.insert(link).inserted {
        refuse(location, "'\(LinkText.text(link))' is already there; remove it")
      }
      let ends = (node(link.source, location), node(link.destination, location))
      if let source = ends.0 { checkBus(link.outputBus, of: source, isOutput: true, location) }
      if let destination = ends.1 {
        checkBus(link.inputBus, of: destination, isOutput: false, location)
      }
    }
  }

  private mutating func checkBus(
    _ bus: Int, of node: SessionNode, isOutput: Bool, _ location: SessionLocation
  ) {
    let side = isOutput ? "output" : "input"
    guard (0...Self.maximumBus).contains(bus) else {
      return refuse(location, "\(bus) is not a bus; they count from 0 to \(Self.maximumBus)")
    }
    guard let counts = node.kind.busCounts else { return }
    let count = isOutput ? counts.outputs : counts.inputs
    if count == 0 {
      refuse(location, "'\(node.name)' is '\(node.kind.traits.key)' and has no audio \(side)")
    } else if bus >= count {
      refuse(
        location,
        "'\(node.name)' has no audio \(side) \(bus); its busses count from 0 to \(count - 1)")
    }
  }

  private mutating func checkMIDI() {
    for (number, link) in session.midiConnections.enumerated() {
      let location = SessionLocation.midi(number)
      if session.midiConnections[..<number].contains(link) {
        refuse(location, "'\(LinkText.text(link))' is already there; remove it")
      }
      let ends = (node(link.source, location), node(link.destination, location))
      if let source = ends.0, !source.kind.traits.mayGiveMIDI {
        refuse(location, "'\(source.name)' is '\(source.kind.traits.key)' and gives no MIDI")
      }
      if let destination = ends.1, !destination.kind.traits.mayTakeMIDI {
        refuse(
          location, "'\(destination.name)' is '\(destination.kind.traits.key)' and takes no MIDI")
      }
      checkFilter(link.filter, location)
    }
  }

  private mutating func checkFilter(_ filter: MIDIFilter, _ location: SessionLocation) {
    if filter.keys.upperBound > 127 { refuse(location, "keys count from 0 to 127") }
    if let channel = filter.outputChannel, channel > 15 {
      refuse(location, "MIDI channels count from 1 to 16")
    }
    if !Self.transpositions.contains(filter.transpose) {
      refuse(location, "keys can be moved by up to 127 semitones")
    }
  }

  private mutating func checkJACK() {
    var known: Set<JACKLink> = []
    for (number, link) in session.jackConnections.enumerated() {
      let location = SessionLocation.jack(number)
      if !known.insert(link).inserted {
        refuse(location, "'\(LinkText.text(link).printable)' is already there; remove it")
      }
      _ = node(link.node, location)
      checkPattern(link.other, location)
      checkPattern(PortPattern(link.port), location)
    }
  }

  mutating func checkMaps() {
    for (number, map) in session.maps.enumerated() {
      let location = SessionLocation.map(number)
      if session.maps[..<number].contains(map) {
        refuse(location, "this map is already there; remove it")
      }
      _ = node(map.node, location)
      if map.controller > 119 { refuse(location, "controllers count from 0 to 119") }
      if let channel = map.channel, channel > 15 {
        refuse(location, "MIDI channels count from 1 to 16")
      }
      if let range = map.range, !range.lowerBound.isFinite || !range.upperBound.isFinite {
        refuse(location, "'range' has two numbers")
      }
      if map.parameter.isEmpty || map.parameter.utf8.count > 255 {
        refuse(location, "the identifier of a parameter has 1 to 255 bytes")
      }
      guard let name = map.input, let input = node(name, location) else { continue }
      if !input.kind.traits.mayGiveMIDI || input.kind.code != nil {
        refuse(location, "'\(input.name)' is not a MIDI input; name one or omit 'input'")
      }
    }
  }
}

// MARK: - Cycles

extension SessionCheck {
  private struct Edge {
    let destination: String
    let location: SessionLocation
  }

  /// Refuses each cycle once, with its path, at its last connection.
  private mutating func checkCircles() {
    var edges: [String: [Edge]] = [:]
    for (number, link) in session.connections.enumerated() {
      edges[link.source, default: []].append(
        Edge(destination: link.destination, location: .connection(number)))
    }
    for (number, link) in session.midiConnections.enumerated() {
      edges[link.source, default: []].append(
        Edge(destination: link.destination, location: .midi(number)))
    }
    var done: Set<String> = []
    for node in session.nodes where !done.contains(node.name) {
      walk(from: node.name, edges, &done)
    }
  }

  /// Depth first, without recursion: a chain may have a thousand nodes.
  private mutating func walk(
    from start: String, _ edges: [String: [Edge]], _ done: inout Set<String>
  ) {
    var path: [(name: String, next: Int)] = [(start, 0)]
    var onPath: [String: Int] = [start: 0]
    while let (name, next) = path.last {
      guard let edge = edges[name]?.dropFirst(next).first else {
        path.removeLast()
        onPath[name] = nil
        done.insert(name)
        continue
      }
      path[path.count - 1].next += 1
      if let first = onPath[edge.destination] {
        let names = path[first...].map(\.name) + [edge.destination]
        refuse(
          edge.location,
          "'\(names.joined(separator: " -> "))' is a cycle; remove one of its connections")
      } else if !done.contains(edge.destination) {
        onPath[edge.destination] = path.count
        path.append((edge.destination, 0))
      }
    }
  }
}
