internal import Glibc
internal import TenutoCore
internal import TenutoSystem

/// A session on the disk: a YAML file, and the states of its extensions in a folder beside it.
///
/// A save that is interrupted at any moment leaves the old session or the new one.
///
/// Thread: control. Several programs may save; the last one wins, whole.
public struct SessionFile: Sendable, Equatable {
  /// Where the file is, or is to be.
  public let path: String

  /// The file at `path`.
  public init(_ path: String) { self.path = path }

  /// The folder for relative paths in the session: that of the file behind any link.
  public var folder: String { FileCalls.parent(of: FileCalls.target(of: path)) }

  /// Where the states of its extensions are.
  var statesFolder: String { "\(folder)/\(StateFolder.name(name))" }

  /// Where a file is that the session names: a relative path counts from its folder.
  public func absolute(_ path: String) -> String { Self.absolute(path, in: folder) }

  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// The file's name without its ending, which is what a session is called that has no name.
  public var name: String {
    let file = FileCalls.target(of: path).split(separator: "/").last.map(String.init) ?? "session"
    for ending in [".yaml", ".yml"] where file.hasSuffix(ending) && file.count > ending.count {
      return String(file.dropLast(ending.count))
    }
    return file
  }

  /// What was read of a file.
  public struct Loaded: Sendable {
    /// The session.
    public let session: Session
    /// What is doubtful: unknown keys, files and states that are not there.
    public let warnings: [SessionProblem]
    /// The text as it stood, to see whether another program has changed it since.
    public let text: String
    /// The version of its form; an older one is written anew as the newest.
    public let version: Int
  }

  /// Reads the session, of this form or an older one.
  ///
  /// A state that is damaged or not there is a warning; its node begins without it.
  ///
  /// - Throws: Everything that is wrong with the file, with line and column.
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

  /// The text of the file as it is now.
  ///
  /// - Throws: That it is not there, or cannot be read.
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

  /// Reads a state, which must lie in the session's folder.
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
  /// Saves a session, over what is there.
  ///
  /// Comments and unknown keys of the file stay. A file that cannot be read is kept as `PATH~`.
  ///
  /// - Returns: The text that the file has now, and a sentence for each thing that was not kept.
  /// - Throws: Why it cannot be saved; what is there stays good.
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

  /// What is saved, over the text that is there.
  func content(of session: Session) throws(SessionFileError) -> SessionContent {
    let folder = folder
    let written = (try? text()).map { text in
      SessionContent.Written(text: text) { try? Self.state($0, in: folder).get() }
    }
    var content = try SessionContent(session, name: name, over: written)
    // What is no text at all is kept as well.
    if written == nil && DiskCall.exists(path) { content.hasLostComments = true }
    return content
  }

  /// The steps of a save.
  func plan(_ content: SessionContent) -> SavePlan {
    var plan = SavePlan(path: FileCalls.target(of: path), isBackedUp: content.hasLostComments)
    plan.addStates(content, folder: StateFolder.name(name))
    plan.addText(content.text)
    plan.addCleaning(content.statePaths, folder: StateFolder.name(name))
    return plan
  }
}
