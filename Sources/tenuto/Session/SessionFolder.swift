import TenutoHost

/// Where the user's sessions are.
enum SessionFolder {
  /// The folder of all sessions.
  ///
  /// - Throws: A `Failure` without a home.
  static func library() throws(Failure) -> SessionLibrary {
    if let library = SessionLibrary.standard(environment: Environment.variables) { return library }
    throw .work("There is no home folder for sessions; set HOME or XDG_STATE_HOME.")
  }

  /// A session that must be there.
  ///
  /// - Throws: That it is not, with the names that there are.
  static func existing(_ name: String) throws -> GenerationStore {
    let library = try library()
    let names = try library.names()
    guard names.contains(name) else {
      let known = names.isEmpty ? "there is none" : "known are: \(names.joined(separator: ", "))"
      throw Failure.work("There is no session '\(name.printable)'; \(known).")
    }
    return try library.store(named: name)
  }
}
