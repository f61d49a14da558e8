/// The project that the session manager asks to open.
public struct NSMProject: Sendable, Equatable {
  /// An absolute path without an extension, reserved for this client.
  ///
  /// The client stores everything in the file or folder of this name, or in one file of this name
  /// with its own extension. The path may not exist yet, including its folder.
  public let path: String
  /// The display name of the session.
  public let displayName: String
  /// The name for JACK clients: unchanged for a single client, followed by `/` and a name for
  /// several.
  public let clientID: String

  /// Creates a project.
  public init(path: String, displayName: String, clientID: String) {
    self.path = path
    self.displayName = displayName
    self.clientID = clientID
  }
}

extension NSMProject {
  /// The longest path on Linux, in bytes.
  private static let pathLimit = 4095

  /// Parses the arguments of `/nsm/client/open`.
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
