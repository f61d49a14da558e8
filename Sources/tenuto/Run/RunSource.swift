import TenutoSession

/// The session that `run` plays: its file, or what was kept of it when its host ended.
struct RunSource {
  /// Where it is saved; nil for nowhere yet.
  let file: SessionFile?
  var session: Session
  /// The file's text, to see whether another program changes it.
  private(set) var text: String?
  /// Whether the session differs from its file.
  private(set) var isEdited = false

  /// A session whose file, if any, is not there yet.
  init(_ session: Session, in file: SessionFile? = nil) {
    self.file = file
    self.session = session
  }

  /// Reads the session's file.
  ///
  /// - Throws: What is wrong with it, with lines and columns.
  init(path: String) throws {
    let file = SessionFile(AbsolutePath.of(path))
    self.file = file
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
    try session.apply(options.host.supervision)
  }

  /// Goes on with what was kept, where the host was killed or the user wants it.
  private mutating func takeKept(_ options: RunOptions) throws {
    let vault = options.sessionOptions(file).vault
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
    take(kept)
  }

  /// Goes on with what was kept.
  mutating func take(_ kept: KeptSession) {
    session = kept.session
    // A file that was changed meanwhile is not to be replaced unsaid.
    text = kept.fileText
    isEdited = true
  }
}

extension Session {
  /// Takes over what the user wishes of its nodes.
  ///
  /// - Throws: Which node there is not.
  mutating func apply(_ wishes: SupervisionOptions) throws(Failure) {
    if let deadline = wishes.deadline { engine.deadlineShare = deadline }
    for wish in wishes.timings {
      guard let index = nodes.firstIndex(where: { $0.name == wish.node }) else {
        let known = nodes.map(\.name).joined(separator: ", ")
        throw .usage("There is no node '\(wish.node)' for '--timing'; known are: \(known).")
      }
      nodes[index].timing = wish.timing
    }
  }
}
