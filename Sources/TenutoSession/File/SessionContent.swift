internal import TenutoCore

/// The saved content of a session: its text and its states.
///
/// It does not touch any file, so that it can also be stored elsewhere. `SessionFile` writes it to
/// the disk.
public struct SessionContent: Sendable, Equatable {
  /// The file's text.
  public var text: String
  /// New states, by their paths relative to the session's folder.
  public var states: [String: [UInt8]]
  /// The paths of all states in the text.
  public var statePaths: Set<String>
  /// Whether the comments of the previous text are lost.
  public var hasLostComments = false

  /// The previous text, which is updated.
  public struct Written {
    /// The text.
    public let text: String
    /// Returns the bytes of a state by its path, or nil if it is unreadable.
    public let state: (String) -> [UInt8]?

    /// Creates a description of the existing content.
    public init(text: String, state: @escaping (String) -> [UInt8]?) {
      self.text = text
      self.state = state
    }
  }

  /// Writes a session.
  ///
  /// In a readable previous text, only changes are rewritten: comments, unknown keys and everything
  /// else stay as they are.
  ///
  /// - Parameters:
  ///   - session: The session to save.
  ///   - name: The file's name without its extension: states go to `NAME.states/`.
  ///   - written: The existing content; its states are not among `states`.
  /// - Throws: The parts of the session that could not be read again.
  public init(
    _ session: Session, name: String, over written: Written? = nil
  ) throws(SessionFileError) {
    let file = "\(name).yaml"
    let problems = SessionCheck.faults(of: session).filter { !$0.isWarning }
      .map { SessionProblem(file: file, nil, $0.message) }
    guard problems.isEmpty else { throw SessionFileError(problems) }
    let old = written.map { written in
      SessionReader(written.text, file: file, name: name) { path in
        written.state(path).map { .success($0) } ?? .failure(StateFault("cannot be read"))
      }
    }
    let draft = Draft(session, name: name, over: old)
    states = draft.states
    statePaths = Set(draft.paths.values)
    text = ""
    if let written, let old, let changed = draft.text(over: old, written: written) {
      text = changed
    } else {
      hasLostComments = written != nil
      text = draft.text(head: OutlineText.head)
    }
    guard text.utf8.count <= YAMLText.maximumByteCount else {
      throw SessionFileError([
        SessionProblem(file: file, nil, "the session is longer than a file may be, 1 MiB")
      ])
    }
  }
}

/// A session that is about to be written.
private struct Draft {
  let session: Session
  let name: String
  /// The path of each node's state.
  var paths: [String: String] = [:]
  var states: [String: [UInt8]] = [:]

  init(_ session: Session, name: String, over old: SessionReader?) {
    self.session = session
    self.name = name
    for node in session.nodes {
      let oldPath = old?.statePaths[node.name]
      guard let state = node.state else {
        // An unreadable state may still be repaired from a copy.
        if old?.lostStates.contains(node.name) == true { paths[node.name] = oldPath }
        continue
      }
      if let oldPath, old?.session.node(named: node.name)?.state == state {
        paths[node.name] = oldPath
      } else {
        let bytes = state.encoded()
        let path = StateFolder.path(of: bytes, node: node.name, name: name)
        paths[node.name] = path
        states[path] = bytes
      }
    }
  }

  func text(head: [String]) -> String {
    let outline = SessionOutline(session, statePaths: paths)
    return joined(OutlineText.lines(outline.entries, head: head))
  }

  private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// The previous text with the changes, or nil if the result does not read as the session.
  func text(over old: SessionReader, written: SessionContent.Written) -> String? {
    guard old.version == Session.version, old.problems.allSatisfy(\.isWarning),
      let tree = old.tree, let parts = WrittenText(written.text, tree)
    else { return nil }
    let before = SessionOutline(
      old.session, statePaths: old.statePaths, written: old.connectionTexts)
    let now = SessionOutline(session, statePaths: paths, written: old.connectionTexts)
    let text = joined(TextMerge(text: parts).lines(now.entries, over: before.entries))
    let again = SessionReader(text, file: old.file, name: name) { path in
      (states[path] ?? written.state(path)).map { .success($0) } ?? .failure(StateFault(""))
    }
    let isRight = again.session == session && again.problems.allSatisfy(\.isWarning)
    return isRight && again.statePaths == paths ? text : nil
  }
}

/// The folder of states next to a session's file.
enum StateFolder {
  private static let ending = ".state"

  /// The folder's name for a session's file name.
  static func name(_ name: String) -> String { "\(name).states" }

  /// The path of a node's state: its name depends on the content, so that no file ever changes.
  static func path(of bytes: [UInt8], node: String, name: String) -> String {
    "\(self.name(name))/\(node)-\(FNV1a.digits(bytes))\(ending)"
  }

  /// Whether a save creates files with this name.
  static func isOurs(_ file: String) -> Bool {
    guard file.hasSuffix(ending) else { return false }
    let parts = file.dropLast(ending.count).split(separator: "-")
    guard parts.count > 1, let digits = parts.last, digits.utf8.count == 16 else { return false }
    return digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
