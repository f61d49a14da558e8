internal import TenutoTransport

/// The sessions that a user has: a folder of generations each.
///
/// Thread: control.
public struct SessionLibrary: Sendable, Equatable {
  /// The folder of all sessions' folders; it need not be there.
  public let folder: String

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
      return try FileCalls.names(in: folder).filter { name in
        Self.isName(name) && FileCalls.status("\(folder)/\(name)")?.isFolder == true
      }
    } catch {
      throw HostError(.fileReadFailed, path: folder, "cannot be listed", because: error)
    }
  }

  /// The generations of a session, which need not be there.
  ///
  /// - Throws: `.sessionInvalid` for a name that no folder should have.
  public func store(named name: String) throws(HostError) -> GenerationStore {
    guard Self.isName(name) else {
      throw HostError(
        .sessionInvalid,
        "'\(ManifestCheck.printable(name))' is no name for a session; use letters, digits, spaces "
          + "and - _ ., at most 64 bytes.")
    }
    return GenerationStore(folder: "\(folder)/\(name)")
  }

  /// A name that is a file's name as it stands, on every machine.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && PresetName.isSame(PresetName.file(for: name), name + PresetName.ending)
  }
}
