internal import Glibc

/// The folder of the sockets of a user's hosts.
public struct SocketFolder: Sendable, Equatable {
  /// The path; only the folder's owner has access.
  public let path: String

  /// The reason why another folder than the default is used, in a sentence; nil for the default.
  public let warning: String?

  /// Chooses `$XDG_RUNTIME_DIR/tenuto`, or `/tmp/tenuto-UID` without that variable, or, if another
  /// user has taken that name, `/tmp/tenuto-UID-` and sixteen random digits.
  ///
  /// Clients find a folder with random digits as hosts do: by its owner.
  public init(environment: [String: String], temporaryFolder: String = "/tmp") {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      self.init(path: "\(runtime)/tenuto")
      return
    }
    let usual = "tenuto-\(geteuid())"
    let path = "\(temporaryFolder)/\(usual)"
    let others = Self.entries(of: temporaryFolder).filter { $0.hasPrefix("\(usual)-") }.sorted()
    // A folder that another host has created comes first, for as long as it exists.
    let own = others.map { "\(temporaryFolder)/\($0)" }.first { Self.isOwn($0) }
    guard own != nil || Self.isThere(path) && !Self.isOwn(path) else {
      self.init(path: path)
      return
    }
    let digits = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    self.init(
      path: own ?? "\(path)-\(digits)",
      warning:
        "'\(path)' is not a folder of yours that excludes other users; another one is used. Set "
        + "XDG_RUNTIME_DIR to a folder of yours.")
  }

  /// Uses that folder.
  package init(path: String) { self.init(path: path, warning: nil) }

  private init(path: String, warning: String?) {
    self.path = path
    self.warning = warning
  }

  /// Returns the path of the socket of the host of that name.
  package func socketPath(_ name: String) -> String { "\(path)/\(name).sock" }

  /// Returns whether a name is valid for a host: 1 to 32 letters, digits, `-`, `_` and `.`,
  /// beginning with a letter or a digit.
  package static func isName(_ name: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard (1...32).contains(name.utf8.count), let first = name.utf8.first, isPlain(first) else {
      return false
    }
    return name.utf8.allSatisfy { isPlain($0) || "-_.".utf8.contains($0) }
  }

  /// The names of all sockets in the folder, in order, including those of hosts that have died.
  package var names: [String] {
    guard Self.isOwn(path) else { return [] }
    return Self.entries(of: path).filter { $0.hasSuffix(".sock") }.map { String($0.dropLast(5)) }
      .filter(Self.isName).sorted()
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var entries: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      entries.append(name)
    }
    return entries
  }

  /// Creates the folder, or checks that it belongs to the user and excludes all others.
  ///
  /// - Throws: An error if it cannot be used.
  package func prepare() throws(RequestError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, Self.isOwn(path) { return }
    let reason = unsafe String(cString: strerror(errno))
    throw RequestError(
      500,
      Self.isThere(path)
        ? "'\(path)' is not a folder of yours that excludes other users; remove it, or set "
          + "XDG_RUNTIME_DIR."
        : "The folder '\(path)' cannot be created (\(reason)); set XDG_RUNTIME_DIR.")
  }

  /// Whether it is a folder of this user that excludes all others.
  package var isPrivate: Bool { Self.isOwn(path) }

  /// Excludes all other users from the folder.
  ///
  /// - Throws: An error if that fails, for example for a folder of another user.
  package func makePrivate() throws(RequestError) {
    guard unsafe chmod(path, 0o700) == 0, isPrivate else {
      throw RequestError(500, "'\(path)' does not belong to you; remove it.")
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Returns whether the path is a folder, not a link, of this user that excludes all others.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }
}
