internal import Glibc
internal import TenutoCore
internal import TenutoSystem

/// A session on disk: a YAML file, and next to it a folder with the states of its extensions.
///
/// If a save is interrupted at any moment, the old session or the new one is complete.
///
/// Thread: control. Several programs may save; the last one wins completely.
public struct SessionFile: Sendable, Equatable {
  /// The file's path.
  public let path: String

  /// Creates an object for the file at `path`.
  public init(_ path: String) { self.path = path }

  /// The folder for relative paths in the session: the file's, with links resolved.
  public var folder: String { FileCalls.parent(of: FileCalls.target(of: path)) }

  /// The folder with the states of its extensions.
  var statesFolder: String { "\(folder)/\(StateFolder.name(name))" }

  /// The absolute path of a file in the session: a relative path starts at the session's folder.
  public func absolute(_ path: String) -> String { Self.absolute(path, in: folder) }

  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// The file's name without its extension, the default name of its session.
  public var name: String {
    let file = FileCalls.target(of: path).split(separator: "/").last.map(String.init) ?? "session"
    for ending in [".yaml", ".yml"] where file.hasSuffix(ending) && file.count > ending.count {
      return String(file.dropLast(ending.count))
    }
    return file
  }

  /// The result of reading a file.
  public struct Loaded: Sendable {
    /// The session.
    public let session: Session
    /// Warnings: unknown keys, missing files and states.
    public let warnings: [SessionProblem]
    /// The file's text, to detect a change by another program.
    public let text: String
    /// The version of its format; a save writes the newest.
    public let version: Int
  }

  /// Reads the session, in this format or an older one.
  ///
  /// A damaged or missing state is a warning; its node starts without it.
  ///
  /// - Throws: All errors in the file, with line and column.
  public func load() throws(SessionFileError) -> Loaded {
    let text = try text()
    var reader = reader(of: text)
    let folder = folder
    reader.note(
      SessionCheck.faults(of: reader.session, unreadNodes: reader.unreadNodes) { path in
        DiskCall.exists(Self.absolute(path, in: folder))
      })
    let errors = reader.problems.filter { !$0.isWarning }
    guard errors.isEmpty, let version = reader.version else { throw SessionFileError(errors) }
    return Loaded(
      session: reader.session, warnings: reader.problems.inTextOrder, text: text, version: version)
  }

  /// The current text of the file.
  ///
  /// - Throws: An error if the file is missing or unreadable.
  public func text() throws(SessionFileError) -> String {
    do throws(DiskFault) {
      let bytes = try DiskCall.read(path, limit: YAMLText.maximumByteCount)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DiskFault("is not UTF-8 text")
      }
      return text
    } catch {
      throw SessionFileError([SessionProblem(file: path, nil, error.reason)])
    }
  }

  private func reader(of text: String) -> SessionReader {
    let folder = folder
    return SessionReader(text, file: path, name: name) { Self.state($0, in: folder) }
  }

  /// Reads a state, which must be in the session's folder.
  private static func state(_ path: String, in folder: String) -> Result<[UInt8], StateFault> {
    guard !path.hasPrefix("/"), !path.split(separator: "/").contains(".."), !path.utf8.contains(0)
    else { return .failure(StateFault("is outside of the session's folder")) }
    do throws(DiskFault) {
      let limit = ComponentState.maximumByteCount
      return .success(try DiskCall.read("\(folder)/\(path)", limit: limit))
    } catch {
      return .failure(StateFault(error.reason))
    }
  }
}

// MARK: - Saving

extension SessionFile {
  /// Saves a session over the existing file.
  ///
  /// Comments and unknown keys of the file stay. An unreadable file is kept as `PATH~`.
  ///
  /// - Returns: The new text of the file, and a sentence for each thing that was lost.
  /// - Throws: An error if it cannot be saved; the existing file stays good.
  @discardableResult
  public func save(_ session: Session) throws(SessionFileError) -> (text: String, notes: [String]) {
    let lock = DiskLock(folder)
    defer { lock.end() }
    let content = try content(of: session)
    do throws(DiskFault) {
      try plan(content).perform()
    } catch {
      throw SessionFileError([SessionProblem(file: path, nil, error.reason)])
    }
    guard content.hasLostComments else { return (content.text, []) }
    let note = "The comments in \(path) could not be kept; the file before is \(path)~."
    return (content.text, [note])
  }

  /// The content to save over the existing text.
  func content(of session: Session) throws(SessionFileError) -> SessionContent {
    let folder = folder
    let written = (try? text()).map { text in
      SessionContent.Written(text: text) { try? Self.state($0, in: folder).get() }
    }
    var content = try SessionContent(session, name: name, over: written)
    // A file that is not text is kept as well.
    if written == nil && DiskCall.exists(path) { content.hasLostComments = true }
    return content
  }

  /// Plans the steps of a save.
  func plan(_ content: SessionContent) -> SavePlan {
    var plan = SavePlan(path: FileCalls.target(of: path), isBackedUp: content.hasLostComments)
    plan.addStates(content, folder: StateFolder.name(name))
    plan.addText(content.text)
    plan.addCleaning(content.statePaths, folder: StateFolder.name(name))
    return plan
  }
}
