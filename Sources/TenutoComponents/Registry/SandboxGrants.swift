/// Needs and permissions of an extension besides rendering.
public struct SandboxGrants: Sendable, Equatable {
  /// What may be done with a file, or a folder and what is in it.
  public enum Access: String, Sendable, CaseIterable {
    /// List and read.
    case read
    /// Besides, write, make, move and remove.
    case write
  }

  /// A file or folder.
  public struct File: Sendable, Equatable {
    /// An absolute path, or one that starts with `~/`.
    public var path: String
    /// What may be done with it.
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
  /// Folders with libraries that it maps, found by the host itself; manifests cannot ask for them.
  package var libraryFolders: [String] = []
  /// Files and folders of packages that it may read.
  package var packagedFiles: [String] = []

  /// Nothing, unless said otherwise.
  public init(files: [File] = [], network: Bool = false) {
    self.files = files
    self.network = network
  }

  /// Whether it is nothing at all.
  public var isEmpty: Bool { files.isEmpty && !network }

  /// Whether some file may be changed.
  package var isWriting: Bool { files.contains { $0.access == .write } }

  /// What packages install for all to read, which needs no consent of the user's.
  private static let packagedFolders = ["/usr/share/", "/usr/local/share/"]

  private static func isPackaged(_ file: File) -> Bool {
    file.access == .read && packagedFolders.contains { file.path.hasPrefix($0) }
  }

  /// The part of it that the user has to grant.
  public var withoutPackaged: SandboxGrants {
    SandboxGrants(files: files.filter { !Self.isPackaged($0) }, network: network)
  }

  /// Adds the part of `needs` that needs no consent.
  package func addingPackaged(of needs: SandboxGrants) -> SandboxGrants {
    var all = self
    all.packagedFiles += needs.files.filter(Self.isPackaged).map(\.path)
    return all
  }

  /// Both together.
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
