import TenutoHost
import TenutoSession

/// The session that `run` plays: its file, or what was kept of it when its host ended.
struct RunSource {
  let file: SessionFile
  private(set) var session: Session
  /// The file's text, to see whether another program changes it.
  private(set) var text: String?
  /// Whether the session differs from its file.
  private(set) var isEdited = false

  /// Reads the session's file.
  ///
  /// - Throws: What is wrong with it, with lines and columns.
  init(path: String) throws {
    file = SessionFile(AbsolutePath.of(path))
    let loaded = try file.load()
    for warning in loaded.warnings { Output.note("\(warning)") }
    session = loaded.session
    text = loaded.text
  }

  /// Reads the session, or what was kept of it.
  ///
  /// - Throws: What is wrong with its file, with lines and columns.
  init(path: String, _ options: RunOptions) throws {
    try self.init(path: path)
    try takeKept(options)
    try apply(options)
  }

  /// Goes on with what was kept, where the host was killed or the user wants it.
  private mutating func takeKept(_ options: RunOptions) throws {
    let vault = SessionVault.standard(path: file.path, environment: Environment.variables)
    guard !options.fresh, let kept = try vault?.kept(), kept.isEdited else { return }
    let time = SessionText.time(kept.savedAt)
    guard !kept.isClosed || options.resume else {
      Output.note(
        "There are edits of \(time) that were not saved; '--resume' goes on with them")
      return
    }
    if kept.isClosed {
      Output.note("Continues the edits of \(time)")
    } else {
      Output.note(
        "Continues as of \(time); the host ended without closing it. '--fresh' begins with the "
          + "file")
    }
    session = kept.session
    // A file that was changed meanwhile is not to be replaced unsaid.
    text = kept.fileText
    isEdited = true
  }

  private mutating func apply(_ options: RunOptions) throws(Failure) {
    if let deadline = options.supervision.deadline { session.engine.deadlineShare = deadline }
    for timing in options.supervision.timings {
      guard let index = session.nodes.firstIndex(where: { $0.name == timing.node }) else {
        let known = session.nodes.map(\.name).joined(separator: ", ")
        throw .usage("There is no node '\(timing.node)' for '--timing'; known are: \(known).")
      }
      session.nodes[index].timing = timing.timing
    }
  }
}
