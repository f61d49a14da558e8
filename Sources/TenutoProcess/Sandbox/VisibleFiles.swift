internal import CTenuto
internal import Glibc
internal import TenutoComponents
internal import TenutoSystem
internal import TenutoTransport

/// The files that an extension may see, with its rights.
struct VisibleFiles {
  /// A file, or a folder and its content.
  struct Entry {
    let path: String
    /// A combination of `TENUTO_MAY_READ` and similar bits.
    let rights: UInt32
  }

  private(set) var entries: [Entry] = []

  /// The files that one executable may see.
  init(path: String, file: ExecutableFile, grants: SandboxGrants) {
    allowSystem()
    allowOwn(path)
    if file.isDynamic { allowLibraries(path, file) }
    if grants.network { allowNames() }
    if !grants.libraryFolders.isEmpty { allowPlugin(grants.libraryFolders) }
    for path in grants.packagedFiles { allow(path, TENUTO_MAY_READ) }
    for file in grants.files {
      let write = file.access == .write ? TENUTO_MAY_WRITE : 0
      allow(UserFolders.expanded(file.path), TENUTO_MAY_READ | write)
    }
  }

  private mutating func allow(_ path: String, _ rights: UInt32) {
    entries.append(Entry(path: path, rights: rights))
  }

  private mutating func allowSystem() {
    allow("/dev/null", TENUTO_MAY_READ | TENUTO_MAY_WRITE)
    // libdispatch ends a process that cannot read /proc; Landlock hides other processes anyway.
    for path in ["/dev/urandom", "/proc", "/usr/share/zoneinfo", "/sys/devices/system/cpu/online"] {
      allow(path, TENUTO_MAY_READ)
    }
  }

  /// The executable, and its bundle if it is installed in one.
  private mutating func allowOwn(_ path: String) {
    allow(path, TENUTO_MAY_READ | TENUTO_MAY_EXECUTE)
    let folder = FileCalls.parent(of: path)
    if folder.hasSuffix(".tenuto") { allow(folder, TENUTO_MAY_READ) }
  }

  private mutating func allowLibraries(_ path: String, _ file: ExecutableFile) {
    let folders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]
    for folder in folders + file.libraryFolders.filter(Self.isSwiftRuntime) {
      allow(folder, TENUTO_MAY_READ | TENUTO_MAY_EXECUTE)
    }
    // Links in the library folders point through the second.
    for path in ["/etc/ld.so.cache", "/etc/alternatives"] { allow(path, TENUTO_MAY_READ) }
    // Libraries built next to it; not the whole folder, which may be a home folder.
    let folder = FileCalls.parent(of: path)
    for name in (try? FileCalls.names(in: folder)) ?? [] where name.hasSuffix(".so") {
      allow("\(folder)/\(name)", TENUTO_MAY_READ | TENUTO_MAY_EXECUTE)
    }
  }

  /// A plug-in's own folders, and the folders of package data.
  private mutating func allowPlugin(_ folders: [String]) {
    for folder in folders { allow(folder, TENUTO_MAY_READ | TENUTO_MAY_EXECUTE) }
    for folder in ["/usr/share", "/usr/local/share"] { allow(folder, TENUTO_MAY_READ) }
  }

  /// Whether a folder that an executable names is certainly a Swift runtime.
  static func isSwiftRuntime(_ folder: String) -> Bool {
    folder.hasPrefix("/") && folder.hasSuffix("/lib/swift/linux")
      && FileCalls.exists("\(folder)/libswiftCore.so")
  }

  /// Allows the files that the resolver and TLS read.
  private mutating func allowNames() {
    let paths = [
      "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
      "/etc/host.conf", "/etc/ssl", "/usr/share/ca-certificates", "/etc/pki/tls",
    ]
    for path in paths { allow(path, TENUTO_MAY_READ) }
  }
}

/// The visible files of an extension, as a Landlock ruleset.
struct FileRules: ~Copyable {
  let ruleset: Descriptor

  /// Creates a ruleset for some files.
  ///
  /// - Throws: The system's error if Landlock is missing.
  init(_ files: VisibleFiles, isNetworkAllowed: Bool) throws(SystemError) {
    let abi = tenuto_landlock_abi()
    guard abi > 0 else { throw SystemError("landlock_create_ruleset", code: -abi) }
    let number = tenuto_landlock_create(abi, isNetworkAllowed ? 1 : 0)
    guard number >= 0 else { throw SystemError("landlock_create_ruleset", code: -number) }
    ruleset = Descriptor(owning: number)
    // Missing files need no rule.
    for entry in files.entries {
      _ = unsafe tenuto_landlock_allow(number, abi, entry.path, entry.rights)
    }
  }
}
