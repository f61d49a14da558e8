import ArgumentParser
import FoundationEssentials
import TenutoSession
import TenutoControl

/// `tenuto graph`: draws a session.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws a session: nodes, busses and connections.",
    discussion: """
      The picture is made by Graphviz ('apt install graphviz'); its format is that of the file's \
      name: svg, png, pdf, or dot for what Graphviz reads. Audio is a line, MIDI is dashed, a side \
      chain is orange. With '--live' it also shows what a running host has measured of each node: \
      condition, level, load, and cycles that it missed.

      EXAMPLE:
        tenuto graph song.yaml -o song.svg
        tenuto graph song.yaml -o now.png --live tenuto
        tenuto graph song.yaml | dot -Tx11
      """)

  @Argument(help: "The session's file.", completion: .file(extensions: ["yaml", "yml"]))
  var session: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture's file; without it, DOT is printed.", valueName: "file"),
    completion: .file(extensions: ["svg", "png", "pdf", "dot"]))
  var output: String?

  @Option(help: ArgumentHelp("The running host that plays it.", valueName: "name"))
  var live: String?

  func validate() throws {
    if let live, !SocketFolder.isName(live) {
      throw ValidationError("'\(live)' is no host's name")
    }
    if let output, PictureFormat(path: output) == nil {
      throw ValidationError(
        "'\(output)' has no format that can be drawn; end it in .svg, .png, .pdf or .dot")
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
        "There is no Graphviz to draw with; install it ('apt install graphviz'), or write a .dot.")
    }
    let folder = FileManager.default.temporaryDirectory.path
    let source = "\(folder)/tenuto-graph-\(UUID().uuidString).dot"
    try Self.write(dot, source)
    defer { try? FileManager.default.removeItem(atPath: source) }
    let outcome = try BuildCommand.run(["dot", "-T\(rawValue)", "-o", path, source], in: ".")
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
