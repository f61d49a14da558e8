internal import Glibc

/// A small text file of the user's that several programs read and replace.
///
/// Thread: any but render.
package struct StateFile: Sendable {
  /// The file's path; nil to store nothing.
  package let path: String?
  /// The identity and time of the file that was read last.
  private var version: Version?

  private struct Version: Sendable, Equatable {
    let inode: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  /// The result of looking at the file.
  package enum ReadResult: Sendable {
    /// The file is the same as the last one read.
    case same
    /// It does not exist.
    case missing
    /// It exists but is unreadable.
    case unreadable
    /// It has changed and has these bytes.
    case bytes([UInt8])
  }

  /// Creates a file object; nil stores nothing.
  package init(path: String?) { self.path = path }

  /// The usual path of a file: in `$XDG_STATE_HOME/tenuto`, nil for a user without a home folder.
  package static func usualPath(of name: String) -> String? {
    func folder(_ variable: String) -> String? {
      guard let value = unsafe getenv(variable) else { return nil }
      let path = unsafe String(cString: value)
      return path.hasPrefix("/") ? path : nil
    }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" }
    return state.map { "\($0)/tenuto/\(name)" }
  }
}

// MARK: - Reading

extension StateFile {
  /// Reads the file, at most `limit` bytes, if it has changed.
  package mutating func poll(limit: Int) -> ReadResult {
    guard let path else { return .missing }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      version = nil
      return errno == ENOENT ? .missing : .unreadable
    }
    let now = Version(
      inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    guard now != version else { return .same }
    let bytes = Self.bytes(ofFile: path, limit: limit)
    version = bytes == nil ? nil : now
    return bytes.map(ReadResult.bytes) ?? .unreadable
  }

  private static func bytes(ofFile path: String, limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = unsafe read(file, &part, min(part.count, limit - bytes.count))
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }
}

// MARK: - Writing

extension StateFile {
  /// Runs `body` while no other program does so at a path; nil if the file cannot be created, or
  /// another program keeps the lock.
  package static func withLock<Value>(at path: String, _ body: () -> Value) -> Value? {
    makeFolder(of: path)
    let lock = unsafe open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { return nil }
    defer { close(lock) }
    return FileLock.take(lock) ? body() : nil
  }

  /// Replaces the file at a path, completely or not at all; call it with the lock.
  package static func replace(at path: String, with text: String) -> Bool {
    let temporary = "\(path).new"
    guard write(text, to: temporary) else { return false }
    return unsafe rename(temporary, path) == 0
  }

  /// Gives the file at a path a second, unique name; call it with the lock.
  package static func keepAside(at path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    let aside = "\(path).broken-\(status.st_ino)"
    return unsafe link(path, aside) == 0 || errno == EEXIST
  }

  /// Creates the folder for the file at a path.
  package static func makeFolder(of path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      unsafe mkdir(folder, 0o700)
    }
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return fdatasync(file) == 0
  }
}
