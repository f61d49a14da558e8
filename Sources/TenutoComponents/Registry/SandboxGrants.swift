/// Needs and permissions of an extension besides rendering.
public struct SandboxGrants: Sendable, Equatable {
  /// The rights to a file, or to a folder and its content.
  public enum Access: String, Sendable, CaseIterable {
    /// List and read.
    case read
    /// List, read, write, create, move and remove.
    case write
  }

  /// A file or folder.
  public struct File: Sendable, Equatable {
    /// An absolute path, or a path that starts with `~/`.
    public var path: String
    /// The rights to it.
    public var access: Access

    /// Makes an entry.
    public init(_ path: String, _ access: Access = .read) {
      self.path = path
      self.access = access
    }
  }

  /// Files and folders.
  public var files: [File]
  /// Whether it may use the network.
  public var network: Bool
  /// Library folders that it maps, found by the host; manifests cannot request them.
  package var libraryFolders: [String] = []
  /// Files and folders of packages that it may read.
  package var packagedFiles: [String] = []

  /// Creates grants; none by default.
  public init(files: [File] = [], network: Bool = false) {
    self.files = files
    self.network = network
  }

  /// Whether there are no grants.
  public var isEmpty: Bool { files.isEmpty && !network }

  /// Whether it may change any file.
  package var isWriting: Bool { files.contains { $0.access == .write } }

  /// Folders of packages, which any user may read without consent.
  private static let packagedFolders = ["/usr/share/", "/usr/local/share/"]

  private static func isPackaged(_ file: File) -> Bool {
    file.access == .read && packagedFolders.contains { file.path.hasPrefix($0) }
  }

  /// The part that requires a grant by the user.
  public var withoutPackaged: SandboxGrants {
    SandboxGrants(files: files.filter { !Self.isPackaged($0) }, network: network)
  }

  /// Adds the part of `needs` that needs no consent.
  package func addingPackaged(of needs: SandboxGrants) -> SandboxGrants {
    var all = self
    all.packagedFiles += needs.files.filter(Self.isPackaged).map(\.path)
    return all
  }

  /// The union of both.
  package func adding(_ other: SandboxGrants) -> SandboxGrants {
    var all = SandboxGrants(files: files + other.files, network: network || other.network)
    all.libraryFolders = libraryFolders + other.libraryFolders
    all.packagedFiles = packagedFiles + other.packagedFiles
    return all
  }

  /// One phrase for each entry, such as `"read /usr/share/sounds"`.
  public var phrases: [String] {
    files.map { "\($0.access.rawValue) \($0.path)" } + (network ? ["use the network"] : [])
  }
}
