import TenutoSession

/// The session of `run`: its file, or the autosaved state of a host that ended.
struct RunSource {
  /// The session's file; nil if it was never saved.
  let file: SessionFile?
  var session: Session
  /// The file's text, to detect changes by other programs.
  private(set) var text: String?
  /// Whether the session differs from its file.
  private(set) var isEdited = false

  /// Creates a source from a session whose file, if any, does not exist yet.
  init(_ session: Session, in file: SessionFile? = nil) {
    self.file = file
    self.session = session
  }

  /// Reads the session's file.
  ///
  /// - Throws: Its errors, with lines and columns.
  init(path: String) throws {
    let file = SessionFile(AbsolutePath.of(path))
    self.file = file
    let loaded = try file.load()
    for warning in loaded.warnings { Output.note("\(warning)") }
    session = loaded.session
    text = loaded.text
  }

  /// Reads the session's file, or the autosaved session.
  ///
  /// - Throws: Errors of the file, with lines and columns.
  init(path: String, _ options: RunOptions) throws {
    try self.init(path: path)
    try takeKept(options)
    try session.apply(options.host.supervision)
  }

  /// Continues with the autosaved session if the host was killed or the user asks for it.
  private mutating func takeKept(_ options: RunOptions) throws {
    let vault = options.sessionOptions(file).vault
    guard !options.fresh, let kept = try vault?.kept(), kept.isEdited else { return }
    let time = SessionText.time(kept.savedAt)
    guard !kept.isClosed || options.resume else {
      Output.note(
        "There are unsaved edits of \(time); '--resume' continues with them")
      return
    }
    if kept.isClosed {
      Output.note("Continues the edits of \(time)")
    } else {
      Output.note(
        "Continues as of \(time), because the host was killed; '--fresh' starts from the "
          + "file")
    }
    take(kept)
  }

  /// Continues with the autosaved session.
  mutating func take(_ kept: KeptSession) {
    session = kept.session
    // A file that was changed meanwhile must not be overwritten silently.
    text = kept.fileText
    isEdited = true
  }
}

extension Session {
  /// Applies the user's options for nodes.
  ///
  /// - Throws: An error if a node does not exist.
  mutating func apply(_ options: SupervisionOptions) throws(Failure) {
    if let deadline = options.deadline { engine.deadlineShare = deadline }
    for entry in options.timings {
      guard let index = nodes.firstIndex(where: { $0.name == entry.node }) else {
        let known = nodes.map(\.name).joined(separator: ", ")
        throw .usage("There is no node '\(entry.node)' for '--timing'; known are: \(known).")
      }
      nodes[index].timing = entry.timing
    }
  }
}
