/// What the session manager wants to have open.
public struct NSMProject: Sendable, Equatable {
  /// An absolute path without an ending, which is this client's alone.
  ///
  /// The client keeps everything in the file or folder of this name, or in one file of this name
  /// and an ending of its own. There may be nothing yet, not even the folder around it.
  public let path: String
  /// What people call the session.
  public let displayName: String
  /// The name for JACK clients: as it is for a single one, followed by `/` and a name for several.
  public let clientID: String

  /// Names a project.
  public init(path: String, displayName: String, clientID: String) {
    self.path = path
    self.displayName = displayName
    self.clientID = clientID
  }
}

extension NSMProject {
  /// The longest path that Linux takes, in bytes.
  private static let pathLimit = 4095

  /// Reads the arguments of `/nsm/client/open`.
  init(_ arguments: [OSCArgument]) throws(NSMFailure) {
    let texts = arguments.compactMap(\.string)
    guard arguments.count == 3, texts.count == 3 else {
      throw NSMFailure(.general, "open takes three texts: a path, a name and a client's name.")
    }
    guard texts[0].hasPrefix("/"), texts[0].utf8.count <= Self.pathLimit else {
      throw NSMFailure(.createFailed, "The project has no proper absolute path.")
    }
    self.init(path: texts[0], displayName: texts[1], clientID: texts[2])
  }
}
