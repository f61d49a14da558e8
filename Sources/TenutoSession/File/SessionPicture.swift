internal import TenutoCore

/// The live values of a node for its picture.
public struct NodeFigure: Sendable, Equatable {
  /// Its condition, such as `playing`.
  public var condition: String
  /// Its peak level in dB, or nil if unknown.
  public var level: Double?
  /// The share of a core that it uses, or nil if unknown.
  public var load: Double?
  /// Cycles in which it did not answer in time.
  public var misses: UInt64 = 0

  /// Creates the values of a node in `condition`.
  public init(condition: String) { self.condition = condition }
}

/// A session as a picture, in the language of Graphviz (DOT).
///
/// Extensions and mixers are boxes with their busses; every other kind has its own shape. Audio is
/// a solid line, MIDI is dashed, a side chain is orange. Other programs' ports in JACK are grouped
/// by client.
public enum SessionPicture {
  /// Returns the picture of `session`.
  ///
  /// - Parameters:
  ///   - session: The session to draw.
  ///   - live: The live values of its nodes, by name, if it plays.
  /// - Returns: The input for `dot -Tsvg`.
  public static func dot(_ session: Session, live: [String: NodeFigure]? = nil) -> String {
    var drawing = Drawing(session, live: live ?? [:])
    drawing.drawNodes()
    drawing.drawConnections()
    drawing.drawOthers()
    return drawing.text
  }
}

/// Another program's client, once as a source and once as a destination, since one box could not be
/// on both sides.
private struct OtherClient: Hashable, Comparable {
  let name: String
  let isSource: Bool

  static func < (left: OtherClient, right: OtherClient) -> Bool {
    (left.isSource ? 0 : 1, left.name) < (right.isSource ? 0 : 1, right.name)
  }
}

/// A picture in progress.
private struct Drawing {
  let session: Session
  let live: [String: NodeFigure]
  let identifiers: [String: String]
  var lines: [String]
  /// Other programs' ports by client, with their names in the picture.
  var others: [OtherClient: [String: String]] = [:]
  var otherLines: [String] = []

  init(_ session: Session, live: [String: NodeFigure]) {
    self.session = session
    self.live = live
    identifiers = Dictionary(
      session.nodes.enumerated().map { ($1.name, "n\($0)") }
    ) { first, _ in first }
    lines = [
      "digraph \(DOTText.quoted(session.name)) {",
      "  graph [rankdir=LR, label=\(DOTText.quoted(session.name)), labelloc=t, nodesep=0.3];",
      "  node [fontname=\"sans-serif\", fontsize=11, style=filled, fillcolor=white];",
      "  edge [fontname=\"sans-serif\", fontsize=9, color=\"#336699\"];",
    ]
  }

  var text: String { (lines + otherLines + ["}", ""]).joined(separator: "\n") }
}

// MARK: - Nodes

extension Drawing {
  mutating func drawNodes() {
    for (number, node) in session.nodes.enumerated() {
      var attributes = shape(of: node)
      attributes.append("fillcolor=\"\(color(of: node))\"")
      if node.isBypassed || node.isMuted { attributes.append("fontcolor=\"#888888\"") }
      lines.append("  n\(number) [\(attributes.joined(separator: ", "))];")
    }
  }

  /// A shape with a label; boxes have a field for each bus.
  private func shape(of node: SessionNode) -> [String] {
    let words = [node.name] + about(node) + figures(of: node.name)
    let label = "label=" + DOTText.quoted(words.joined(separator: "\n"))
    switch node.kind {
    case .component(let code):
      let isInstrument = code.kind == .instrument || code.kind == .generator
      return ["shape=\(isInstrument ? "Mrecord" : "record")", record(words, node)]
    case .mixer: return ["shape=record", "penwidth=2", record(words, node)]
    default: return node.kind.traits.shape + [label]
    }
  }

  private func about(_ node: SessionNode) -> [String] {
    var words = [node.kind.caption]
    if let preset = node.preset { words.append(preset) }
    if node.isBypassed { words.append("bypassed") }
    if node.isMuted { words.append("muted") }
    return words
  }

  private func figures(of name: String) -> [String] {
    guard let figure = live[name] else { return [] }
    var words = [figure.condition]
    if let level = figure.level, level.isFinite {
      words.append("\((level * 10).rounded() / 10) dB")
    }
    if let load = figure.load, load.isFinite, abs(load) < 1000 {
      words.append("\(Int((load * 100).rounded())) %")
    }
    if figure.misses > 0 { words.append("\(figure.misses) missed") }
    return [words.joined(separator: ", ")]
  }

  /// Green for a playing node, orange for one that missed cycles, red for one that does not play.
  private func color(of node: SessionNode) -> String {
    guard let figure = live[node.name] else { return "#ffffff" }
    if figure.condition != "playing" { return "#f4c7c3" }
    return figure.misses > 0 ? "#fce8b2" : "#d5ecd4"
  }

  private func record(_ words: [String], _ node: SessionNode) -> String {
    let counts = busCounts(of: node)
    let inputs = (0..<counts.inputs).map { "<i\($0)>\($0)" }.joined(separator: "|")
    let outputs = (0..<counts.outputs).map { "<o\($0)>\($0)" }.joined(separator: "|")
    let middle = words.map(DOTText.field).joined(separator: "\\n")
    let fields = [
      inputs.isEmpty ? "" : "{\(inputs)}|", middle, outputs.isEmpty ? "" : "|{\(outputs)}",
    ]
    return "label=\"{\(fields.joined())}\""
  }

  /// The numbers of busses that it has, or that the session connects.
  private func busCounts(of node: SessionNode) -> (inputs: Int, outputs: Int) {
    if let counts = node.kind.busCounts { return counts }
    let inputs = session.connections.filter { $0.destination == node.name }.map(\.inputBus).max()
    let outputs = session.connections.filter { $0.source == node.name }.map(\.outputBus).max()
    let limit = SessionCheck.maximumBus + 1
    return (
      min(max(node.layout?.inputs.count ?? 0, (inputs ?? -1) + 1), limit),
      min(max(node.layout?.outputs.count ?? 0, (outputs ?? -1) + 1), limit)
    )
  }
}

// MARK: - Connections

extension Drawing {
  mutating func drawConnections() {
    for link in session.connections {
      guard let source = end(link.source, "o", link.outputBus),
        let destination = end(link.destination, "i", link.inputBus)
      else { continue }
      lines.append("  \(source) -> \(destination)\(isSideChain(link) ? sideChain : "");")
    }
    for link in session.midiConnections {
      guard let source = identifiers[link.source], let destination = identifiers[link.destination]
      else { continue }
      let words = LinkText.text(link).split(separator: ", ").dropFirst().joined(separator: "\n")
      lines.append(
        "  \(source) -> \(destination) [style=dashed, color=\"#777777\", "
          + "label=\(DOTText.quoted(words))];")
    }
  }

  private var sideChain: String { " [color=\"#e07b00\", label=\"side chain\"]" }

  private func isSideChain(_ link: AudioLink) -> Bool {
    guard case .component? = session.node(named: link.destination)?.kind else { return false }
    return link.inputBus > 0
  }

  private func end(_ name: String, _ side: String, _ bus: Int) -> String? {
    guard let identifier = identifiers[name], let node = session.node(named: name) else {
      return nil
    }
    switch node.kind {
    case .component, .mixer:
      let count = side == "o" ? busCounts(of: node).outputs : busCounts(of: node).inputs
      return bus < count ? "\(identifier):\(side)\(bus)" : identifier
    default: return identifier
    }
  }
}

// MARK: - Other programs' ports

extension Drawing {
  mutating func drawOthers() {
    for link in session.jackConnections {
      guard let identifier = identifiers[link.node] else { continue }
      connect(
        link.other, identifier, isSource: LinkText.isInput(port: link.port), label: link.port)
    }
    for node in session.nodes {
      guard let identifier = identifiers[node.name] else { continue }
      for port in node.kind.ports {
        connect(port, identifier, isSource: !node.kind.traits.isOutput)
      }
    }
    drawClients()
  }

  private mutating func connect(
    _ pattern: PortPattern, _ node: String, isSource: Bool, label: String = ""
  ) {
    let other = other(pattern, isSource)
    let ends = isSource ? "\(other) -> \(node)" : "\(node) -> \(other)"
    otherLines.append("  \(ends) [color=\"#999999\", label=\(DOTText.quoted(label))];")
  }

  private mutating func other(_ pattern: PortPattern, _ isSource: Bool) -> String {
    let parts = pattern.description.split(separator: ":", maxSplits: 1).map(String.init)
    let client = OtherClient(name: parts.count == 2 ? parts[0] : "", isSource: isSource)
    let port = parts.last ?? ""
    if let known = others[client]?[port] { return known }
    let identifier = "x\(others.values.reduce(0) { $0 + $1.count })"
    others[client, default: [:]][port] = identifier
    return identifier
  }

  private mutating func drawClients() {
    for (number, client) in others.keys.sorted().enumerated() {
      lines.append("  subgraph cluster_\(number) {")
      lines.append("    label=\(DOTText.quoted(client.name)); style=dotted;")
      for (port, identifier) in (others[client] ?? [:]).sorted(by: { $0.key < $1.key }) {
        lines.append("    \(identifier) [shape=box, label=\(DOTText.quoted(port))];")
      }
      lines.append("  }")
    }
  }
}

/// Foreign text in the language of Graphviz.
enum DOTText {
  /// A label or a name in quotes.
  static func quoted(_ text: String) -> String { "\"\(escaped(text, besides: ""))\"" }

  /// A text in a field of a record, without quotes around it.
  static func field(_ text: String) -> String { escaped(text, besides: "{}|<> ") }

  /// Graphviz interprets `\N` and similar sequences, entities, and special characters in records.
  private static func escaped(_ text: String, besides signs: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "&": result += "&amp;"
      case "\"", "\\": result += "\\\(scalar)"
      case _ where signs.unicodeScalars.contains(scalar): result += "\\\(scalar)"
      case _ where scalar.isControl: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
