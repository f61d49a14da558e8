import TenutoComponents
import TenutoSession
import TenutoSupervision
import TenutoSystem

/// The named sessions of the user.
enum SessionFolder {
  /// Returns the library of sessions.
  ///
  /// - Throws: A `Failure` without a home folder.
  static func library() throws(Failure) -> SessionLibrary {
    if let library = SessionLibrary.standard(environment: Environment.variables) { return library }
    throw .work("There is no home folder for sessions; set HOME or XDG_STATE_HOME.")
  }

  /// Returns the file of a session, which need not exist; a session in the old format is converted
  /// first.
  ///
  /// - Throws: An error if it cannot be read.
  static func file(named name: String) throws -> SessionFile {
    let library = try library()
    let scan = Environment.registry.scan()
    do throws(HostError) {
      if try library.migrate(name, components: { try? scan.component($0).description }) {
        Output.note(
          "'\(name.printable)' was converted to a file: \(try library.file(named: name).path)")
      }
    } catch {
      guard error.code == .sessionInvalid else { throw error }
      throw Failure.work(
        "\(error.message.trimmingStop); '\(name.printable)' cannot be read: start again after "
          + "\"tenuto session forget \(name.shellQuoted)\".")
    }
    return try library.file(named: name)
  }

  /// Returns the path of the session that the user names: the path of an existing file, or else of
  /// the named session.
  ///
  /// - Throws: An error if a named session cannot be read.
  static func path(of word: String) throws -> String {
    guard !word.contains("/"), !SessionPath.exists(word),
      let library = SessionLibrary.standard(environment: Environment.variables),
      try library.names().contains(word)
    else { return word }
    return try file(named: word).path
  }

  /// Returns the file of an existing session.
  ///
  /// - Throws: An error with the names of the existing sessions.
  static func existing(_ name: String) throws -> SessionFile {
    let names = try library().names()
    guard names.contains(name) else {
      let known = names.isEmpty ? "there is none" : "known are: \(names.joined(separator: ", "))"
      throw Failure.work("There is no session '\(name.printable)'; \(known).")
    }
    return try file(named: name)
  }

  /// Returns the autosaved state of a session; nil if none exists.
  ///
  /// - Throws: An error if all of it is damaged.
  static func kept(_ file: SessionFile) throws(HostError) -> KeptSession? {
    try SessionVault.standard(path: file.path, environment: Environment.variables)?.kept()
  }

  /// Deletes a session.
  ///
  /// - Throws: An error if it does not exist or cannot be removed.
  static func forget(_ name: String) throws {
    let library = try library()
    guard try library.names().contains(name) else {
      _ = try existing(name)
      return
    }
    let path = try library.file(named: name).path
    try SessionVault.standard(path: path, environment: Environment.variables)?.store.remove()
    try library.remove(name)
  }
}
