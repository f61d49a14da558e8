import ArgumentParser
import FoundationEssentials
import TenutoSession
import TenutoControl

/// `tenuto graph`: draws a session.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws a session: nodes, buses and connections.",
    discussion: """
      Graphviz draws the picture ('apt install graphviz') in the format of the file's extension: \
      svg, png, pdf, or dot for Graphviz source. Audio is a solid line, MIDI is dashed, a side \
      chain is orange. '--live' adds a running host's measurements of each node: condition, level, \
      load and missed cycles.

      EXAMPLE:
        tenuto graph song.yaml -o song.svg
        tenuto graph song.yaml -o now.png --live tenuto
        tenuto graph song.yaml | dot -Tx11
      """)

  @Argument(help: "The session's file.", completion: .file(extensions: ["yaml", "yml"]))
  var session: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture's file; without it, prints DOT.", valueName: "file"),
    completion: .file(extensions: ["svg", "png", "pdf", "dot"]))
  var output: String?

  @Option(help: ArgumentHelp("A running host that plays the session.", valueName: "name"))
  var live: String?

  func validate() throws {
    if let live, !SocketFolder.isName(live) {
      throw ValidationError("'\(live)' is not a valid host name")
    }
    if let output, PictureFormat(path: output) == nil {
      throw ValidationError(
        "'\(output)' has no known format; use the extension .svg, .png, .pdf or .dot")
    }
  }

  func run() throws {
    let loaded = try SessionFile(session).load()
    for warning in loaded.warnings { Output.note(warning.description) }
    let dot = SessionPicture.dot(loaded.session, live: try figures())
    guard let output, let format = PictureFormat(path: output) else {
      for line in dot.split(separator: "\n") { try Output.line(String(line)) }
      return
    }
    try format.draw(dot, into: output)
  }

  private func figures() throws -> [String: NodeFigure]? {
    guard let live else { return nil }
    let client = ControlClient(name: live, in: Environment.socketFolder)
    let status = try client.get("/v1/status", as: HostStatus.self)
    return Dictionary(status.nodes.map { ($0.name, NodeFigure($0)) }) { first, _ in first }
  }
}

extension NodeFigure {
  fileprivate init(_ status: NodeStatus) {
    self.init(condition: status.condition)
    load = status.usage?.processor
    misses = status.misses
  }
}

/// The format of a picture.
private enum PictureFormat: String {
  case svg, png, pdf, dot

  /// Determines the format from a file name's extension.
  init?(path: String) {
    guard let ending = path.split(separator: ".").last, path.contains(".") else { return nil }
    self.init(rawValue: ending.lowercased())
  }

  /// Draws Graphviz source into a file.
  func draw(_ dot: String, into path: String) throws(Failure) {
    if self == .dot { return try Self.write(dot, path) }
    guard Environment.hasProgram("dot") else {
      throw .work(
        "Graphviz is not installed; install it ('apt install graphviz'), or write a .dot file.")
    }
    let folder = FileManager.default.temporaryDirectory.path
    let source = "\(folder)/tenuto-graph-\(UUID().uuidString).dot"
    try Self.write(dot, source)
    defer { try? FileManager.default.removeItem(atPath: source) }
    let outcome = try ToolProcess.run(["dot", "-T\(rawValue)", "-o", path, source], in: ".")
    guard outcome.isSuccess else {
      let reason = outcome.complaints.split(separator: "\n").first.map(String.init) ?? "no reason"
      throw .work("Graphviz cannot draw \(path): \(reason.printable.trimmingStop).")
    }
  }

  private static func write(_ text: String, _ path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .work("\(path) cannot be written; check its folder and the disk.")
    }
  }
}
