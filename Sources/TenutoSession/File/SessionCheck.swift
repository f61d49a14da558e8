internal import TenutoCore
internal import TenutoRender

/// Finds the parts of a session that cannot play, without starting anything.
struct SessionCheck {
  /// The most nodes of a session.
  static let maximumNodeCount = 1024
  /// The highest number of a bus.
  static let maximumBus = 63
  static let channelCounts = 1...64
  static let frameCounts = 16...8192
  static let sampleRates = 8000.0...768_000
  static let deadlines = 0.05...0.95
  static let tempos = 1.0...999
  static let tracks = 1...65_535
  /// The seconds of a day, since no song is longer.
  static let starts = 0.0...86_400
  static let transpositions = -127...127
  /// The longest name, identifier or pattern, in bytes.
  private static let maximumTextByteCount = 255

  let session: Session
  /// The numbers of nodes by their names.
  let numbers: [String: Int]
  /// Nodes that were left out of the session because of errors in their text.
  private let unreadNodes: Set<String>
  private(set) var faults: [SessionFault] = []

  /// Returns all faults of `session`.
  ///
  /// - Parameters:
  ///   - session: The session to check.
  ///   - unreadNodes: Names of nodes that could not be read; connections to them are not faults.
  ///   - hasFile: Returns whether a sound file exists, by its path in the session.
  /// - Returns: The errors and warnings.
  static func faults(
    of session: Session, unreadNodes: Set<String> = [],
    hasFile: (String) -> Bool = { _ in true }
  ) -> [SessionFault] {
    var check = SessionCheck(session, unreadNodes: unreadNodes)
    check.checkWhole()
    check.checkNodes(hasFile)
    check.checkConnections()
    check.checkMaps()
    return check.faults
  }

  private init(_ session: Session, unreadNodes: Set<String>) {
    self.session = session
    self.unreadNodes = unreadNodes
    numbers = Dictionary(session.nodes.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Whether a character is refused: control characters, and the byte order mark, which readers
  /// drop.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFEFF
  }

  mutating func refuse(_ location: SessionLocation, _ message: String) {
    faults.append(SessionFault(location: location, message: message))
  }

  /// The node with that name; refuses a missing node, unless its text could not be read.
  mutating func node(_ name: String, _ location: SessionLocation) -> SessionNode? {
    if let number = numbers[name] { return session.nodes[number] }
    if unreadNodes.contains(name) { return nil }
    refuse(
      location, "there is no node '\(name.printable)'" + Spelling.hint(name, among: numbers.keys))
    return nil
  }

  private mutating func checkText(_ text: String, _ location: SessionLocation, _ name: String) {
    let isText =
      !text.isEmpty && text.utf8.count <= Self.maximumTextByteCount
      && !text.unicodeScalars.contains(where: Self.isRefused)
    guard !isText else { return }
    refuse(
      location, "\(name) has 1 to \(Self.maximumTextByteCount) bytes without control characters")
  }
}

// MARK: - The whole and its nodes

extension SessionCheck {
  private mutating func checkWhole() {
    checkText(session.name, .name, "the name of a session")
    if session.nodes.count > Self.maximumNodeCount {
      refuse(
        .node(Self.maximumNodeCount),
        "a session has at most \(Self.maximumNodeCount) nodes; this one has "
          + "\(session.nodes.count)")
    }
    let engine = session.engine
    check(engine.sampleRate, in: Self.sampleRates, .engine("rate"), "'rate'")
    check(engine.frameCount.map(Double.init), in: 16...8192, .engine("frames"), "'frames'")
    check(engine.deadlineShare, in: Self.deadlines, .engine("deadline"), "'deadline'")
    check(engine.tempo, in: Self.tempos, .engine("tempo"), "'tempo'")
  }

  private mutating func check(
    _ value: Double?, in range: ClosedRange<Double>, _ location: SessionLocation, _ name: String
  ) {
    guard let value, !range.contains(value) else { return }
    let (low, high) = (ScalarText.text(range.lowerBound), ScalarText.text(range.upperBound))
    refuse(location, "\(name) is \(ScalarText.text(value)); write a number from \(low) to \(high)")
  }

  private mutating func checkNodes(_ hasFile: (String) -> Bool) {
    for (number, node) in session.nodes.enumerated() {
      if !NodeName.isValid(node.name) {
        refuse(.node(number), NodeName.refusal(of: node.name))
      } else if numbers[node.name] != number {
        refuse(.node(number), "'\(node.name)' is a node already; give this one another name")
      }
      checkKind(node, number, hasFile)
      check(
        node.deadlineShare, in: Self.deadlines, .node(number, "deadline"),
        "the deadline of '\(node.name)'")
      for (identifier, value) in node.parameters {
        let location = SessionLocation.node(number, "parameters")
        checkText(identifier, location, "the identifier of a parameter")
        if !value.isFinite { refuse(location, "'\(identifier.printable)' is not a number") }
      }
      if let plugin = node.plugin { checkText(plugin, .node(number, "plugin"), "a plug-in's name") }
      if let preset = node.preset { checkText(preset, .node(number, "preset"), "a preset's name") }
      checkBelongings(node, number)
    }
  }

  private mutating func checkKind(
    _ node: SessionNode, _ number: Int, _ hasFile: (String) -> Bool
  ) {
    func location(_ key: String) -> SessionLocation { .node(number, key) }
    switch node.kind {
    case .component: break
    case .mixer(let inputs, let outputChannelCount):
      if !(1...Mixer.maximumInputCount).contains(inputs.count)
        || !inputs.allSatisfy({ (1...2).contains($0) })
      {
        refuse(
          location("mixer"),
          "a mixer has 1 to \(Mixer.maximumInputCount) inputs with 1 or 2 channels each; write "
            + "'mixer: [2, 2]'")
      }
      if !(1...2).contains(outputChannelCount) {
        refuse(location("channels"), "a mixer's output has 1 or 2 channels")
      }
    case .fileOutput(_, let count): checkCount(count, location("channels"))
    case .song(let song):
      if !song.tracks.allSatisfy(Self.tracks.contains) {
        refuse(location("tracks"), "tracks count from 1 to \(Self.tracks.upperBound)")
      }
      check(song.start, in: Self.starts, location("start"), "'start'")
    case .audioInput(let count, _), .audioOutput(let count, _):
      checkCount(count, location(node.kind.traits.key))
    case .fileInput, .midiInput, .midiOutput: break
    }
    checkFile(node, location(node.kind.traits.key), hasFile)
    checkPorts(node.kind.ports, location("ports"))
  }

  private mutating func checkFile(
    _ node: SessionNode, _ location: SessionLocation, _ hasFile: (String) -> Bool
  ) {
    guard let path = node.kind.path else { return }
    checkPath(path, location)
    guard node.kind.readsFile, !hasFile(path) else { return }
    faults.append(
      SessionFault(
        location: location,
        message:
          "there is no file '\(path.printable)'; '\(node.name)' is silent until the file exists",
        isWarning: true))
  }

  private mutating func checkPath(_ path: String, _ location: SessionLocation) {
    if path.isEmpty || path.utf8.count > 4095
      || path.unicodeScalars.contains(where: Self.isRefused)
    {
      refuse(location, "a path has 1 to 4095 bytes without control characters")
    }
  }

  private mutating func checkCount(_ count: Int, _ location: SessionLocation) {
    guard !Self.channelCounts.contains(count) else { return }
    refuse(
      location, "\(count) is not a number of channels; write 1 to \(Self.channelCounts.upperBound)")
  }

  private mutating func checkPorts(_ ports: [PortPattern], _ location: SessionLocation) {
    for port in ports { checkPattern(port, location) }
  }

  mutating func checkPattern(_ pattern: PortPattern, _ location: SessionLocation) {
    let text = pattern.description
    checkText(text, location, "the name of a port")
    if text.hasPrefix(" ") || text.hasSuffix(" ") || text.contains("->") || text.contains("→") {
      refuse(
        location,
        "'\(text.printable)' is a port name that cannot be written; use '?' for the arrow or "
          + "the space at its end")
    }
  }

  /// Checks the settings that only extensions have.
  private mutating func checkBelongings(_ node: SessionNode, _ number: Int) {
    if case .component(let code) = node.kind {
      if let state = node.state, state.code != code {
        refuse(.node(number, "state"), "the state of '\(node.name)' is of '\(state.code)'")
      }
      if let layout = node.layout { checkLayout(layout, .node(number, "layout")) }
      return
    }
    let belongings = [
      ("preset", node.preset != nil), ("layout", node.layout != nil), ("state", node.state != nil),
      ("timing", node.timing != .sameCycle), ("spare", node.spare != nil),
      ("deadline", node.deadlineShare != nil),
    ]
    for (key, isThere) in belongings where isThere {
      refuse(
        .node(number, key),
        "'\(key)' belongs to extensions, and '\(node.name)' is not one; leave it out")
    }
  }

  private mutating func checkLayout(_ layout: BusLayout, _ location: SessionLocation) {
    for counts in [layout.inputs, layout.outputs]
    where counts.count > Self.maximumBus + 1 || !counts.allSatisfy({ (0...64).contains($0) }) {
      refuse(
        location, "a layout has up to \(Self.maximumBus + 1) busses with 0 to 64 channels each")
    }
  }
}
