internal import TenutoComponents
public import TenutoCore
internal import TenutoSupervision
public import TenutoSystem
internal import TenutoTransport

/// The sessions that a user has named: a file for each, in one folder.
///
/// Thread: control.
public struct SessionLibrary: Sendable, Equatable {
  /// The folder of the files; it need not be there.
  public let folder: String

  private static let ending = ".yaml"

  /// Keeps sessions in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The standard folder: `$XDG_STATE_HOME/tenuto/sessions`, by default
  /// `~/.local/state/tenuto/sessions`.
  ///
  /// - Parameter environment: The variables of the process's environment.
  /// - Returns: Nil without a home.
  public static func standard(environment: [String: String]) -> SessionLibrary? {
    // The XDG base directory specification has relative paths ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return SessionLibrary(folder: state + "/tenuto/sessions")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return SessionLibrary(folder: home + "/.local/state/tenuto/sessions")
  }

  /// The names of all sessions, in order.
  ///
  /// - Throws: Why the folder cannot be read.
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

  /// The file of a session, which need not be there.
  ///
  /// - Throws: `.sessionInvalid` for a name that no file should have.
  public func file(named name: String) throws(HostError) -> SessionFile {
    guard Self.isName(name) else {
      throw HostError(
        .sessionInvalid,
        "'\(name)' is not a name for a session; use letters, digits, spaces and - _ ., at most 64 "
          .printable + "bytes.")
    }
    return SessionFile("\(folder)/\(name)\(Self.ending)")
  }

  /// Makes the folder where it is not there.
  ///
  /// - Throws: Why it cannot be made.
  public func makeFolder() throws(HostError) {
    do throws(SystemError) {
      try FileCalls.makeFolders(folder)
    } catch {
      throw HostError(.fileWriteFailed, path: folder, "cannot be made", because: error)
    }
  }

  /// Takes a session with its states away for good, in the earlier form too.
  ///
  /// - Throws: Why it cannot be removed.
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

  // MARK: - The earlier form

  /// A folder of generations of a chain.
  private func earlierForm(of name: String) -> String { "\(folder)/\(name)" }

  private func isEarlierForm(_ name: String) -> Bool {
    let store = GenerationStore(folder: earlierForm(of: name))
    return !FileCalls.exists("\(folder)/\(name)\(Self.ending)")
      && (try? store.sequences())?.isEmpty == false
  }

  /// Makes a file of a session of the earlier form; no effect on others.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - components: Finds the descriptions that give parameters their identifiers.
  /// - Returns: Whether it was of the earlier form.
  /// - Throws: `.sessionInvalid` where nothing of it can be read, `.refused` while another process
  ///   has it; then it is as it was.
  @discardableResult
  public func migrate(
    _ name: String, components: (ComponentCode) -> ComponentDescription?
  ) throws(HostError) -> Bool {
    let file = try file(named: name)
    guard isEarlierForm(name) else { return false }
    let store = GenerationStore(folder: earlierForm(of: name))
    guard let saved = try store.session() else { return false }
    let session = Session(playing: saved.document, name: name, components: components)
    // Another process that has it open refuses this.
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

  /// A name that is a file's name as it stands, on every machine.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasSuffix(".states")
      && PresetName.isSame(PresetName.file(for: name), name + PresetName.ending)
  }
}
