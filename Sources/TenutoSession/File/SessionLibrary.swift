internal import TenutoComponents
public import TenutoCore
internal import TenutoSupervision
public import TenutoSystem
internal import TenutoTransport

/// The user's named sessions: one file for each, in one folder.
///
/// Thread: control.
public struct SessionLibrary: Sendable, Equatable {
  /// The folder of the files, which need not exist.
  public let folder: String

  private static let ending = ".yaml"

  /// Creates a library of the sessions in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The standard folder: `$XDG_STATE_HOME/tenuto/sessions`, by default
  /// `~/.local/state/tenuto/sessions`.
  ///
  /// - Parameter environment: The variables of the process's environment.
  /// - Returns: The library, or nil without a home folder.
  public static func standard(environment: [String: String]) -> SessionLibrary? {
    // The XDG base directory specification requires ignoring relative paths.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return SessionLibrary(folder: state + "/tenuto/sessions")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return SessionLibrary(folder: home + "/.local/state/tenuto/sessions")
  }

  /// The names of all sessions, sorted.
  ///
  /// - Throws: An error if the folder cannot be read.
  public func names() throws(HostError) -> [String] {
    guard FileCalls.exists(folder) else { return [] }
    do throws(SystemError) {
      return try FileCalls.names(in: folder).compactMap { entry in
        let name = entry.hasSuffix(Self.ending) ? String(entry.dropLast(Self.ending.count)) : entry
        guard Self.isName(name) else { return nil }
        return name != entry || isEarlierForm(name) ? name : nil
      }
    } catch {
      throw HostError(.fileReadFailed, path: folder, "cannot be listed", because: error)
    }
  }

  /// The file of a session, which need not exist.
  ///
  /// - Throws: `.sessionInvalid` for a name that is unsuitable for a file.
  public func file(named name: String) throws(HostError) -> SessionFile {
    guard Self.isName(name) else {
      throw HostError(
        .sessionInvalid,
        "'\(name)' is not a name for a session; use letters, digits, spaces and - _ ., at most 64 "
          .printable + "bytes.")
    }
    return SessionFile("\(folder)/\(name)\(Self.ending)")
  }

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: An error if it cannot be created.
  public func makeFolder() throws(HostError) {
    do throws(SystemError) {
      try FileCalls.makeFolders(folder)
    } catch {
      throw HostError(.fileWriteFailed, path: folder, "cannot be made", because: error)
    }
  }

  /// Removes a session with its states permanently, also in the earlier format.
  ///
  /// - Throws: An error if it cannot be removed.
  public func remove(_ name: String) throws(HostError) {
    let file = try file(named: name)
    do throws(SystemError) {
      for path in [file.path, file.statesFolder, earlierForm(of: name)] where FileCalls.exists(path)
      {
        try FileCalls.remove(path)
      }
    } catch {
      throw HostError(.fileWriteFailed, path: file.path, "cannot be removed", because: error)
    }
  }

  // MARK: - The earlier format

  /// A folder with generations of a chain.
  private func earlierForm(of name: String) -> String { "\(folder)/\(name)" }

  private func isEarlierForm(_ name: String) -> Bool {
    let store = GenerationStore(folder: earlierForm(of: name))
    return !FileCalls.exists("\(folder)/\(name)\(Self.ending)")
      && (try? store.sequences())?.isEmpty == false
  }

  /// Converts a session of the earlier format to a file; has no effect on other sessions.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - components: Finds the descriptions that give parameters their identifiers.
  /// - Returns: Whether it was in the earlier format.
  /// - Throws: `.sessionInvalid` if it is unreadable, `.refused` while another process has it open;
  ///   it is unchanged then.
  @discardableResult
  public func migrate(
    _ name: String, components: (ComponentCode) -> ComponentDescription?
  ) throws(HostError) -> Bool {
    let file = try file(named: name)
    guard isEarlierForm(name) else { return false }
    let store = GenerationStore(folder: earlierForm(of: name))
    guard let saved = try store.session() else { return false }
    let session = Session(playing: saved.document, name: name, components: components)
    // Throws if another process has it open.
    let writer = try store.open()
    do throws(SessionFileError) {
      try file.save(session)
    } catch {
      throw HostError(.fileWriteFailed, error.description)
    }
    _ = consume writer
    try store.remove()
    return true
  }

  /// Whether a name is a valid file name on every machine.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasSuffix(".states")
      && PresetName.isSame(PresetName.file(for: name), name + PresetName.ending)
  }
}
