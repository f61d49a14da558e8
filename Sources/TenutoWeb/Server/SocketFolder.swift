internal import Glibc

/// Where the sockets of a user's hosts are.
package struct SocketFolder: Sendable, Equatable {
  /// The folder; only its owner may look into it.
  package let path: String

  /// `$XDG_RUNTIME_DIR/tenuto`, without that variable `/tmp/tenuto-UID`.
  package init(environment: [String: String]) {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      path = "\(runtime)/tenuto"
    } else {
      path = "/tmp/tenuto-\(geteuid())"
    }
  }

  /// That folder.
  package init(path: String) { self.path = path }

  /// The socket of the host of that name.
  package func socketPath(_ name: String) -> String { "\(path)/\(name).sock" }

  /// Whether a host may be called so: 1 to 32 letters, digits, `-`, `_` and `.`, the first a
  /// letter or a digit.
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

  /// The names of the hosts whose sockets lie there, whether they live or not, in order.
  package var names: [String] {
    guard isOwn, let folder = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let file = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      let name = String(file.dropLast(5))
      if file.hasSuffix(".sock") && Self.isName(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes the folder, or checks that it is the user's own and nobody else's.
  ///
  /// - Throws: Why it cannot be used.
  package func prepare() throws(RequestError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, isOwn { return }
    let reason = unsafe String(cString: strerror(errno))
    throw RequestError(
      500,
      isThere
        ? "'\(path)' is no folder that is yours alone; remove it, or set XDG_RUNTIME_DIR."
        : "The folder '\(path)' cannot be made (\(reason)); set XDG_RUNTIME_DIR.")
  }

  private var isThere: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether it is a folder, no link, of this user, that nobody else may enter.
  private var isOwn: Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }
}
