internal import Glibc

/// Why the system did not do something with a file, for a sentence that begins with its name.
struct DiskFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// What failed, such as `cannot be read`, with the system's reason.
  init(_ doing: String, errorNumber: CInt) {
    let reason = unsafe String(cString: strerror(errorNumber))
    let remedy =
      switch errorNumber {
      case ENOENT, ENOTDIR: "check the name"
      case EACCES, EPERM, EROFS: "change its permissions or choose another folder"
      case ENOSPC, EDQUOT: "free some space or choose another disk"
      case EISDIR: "give the name of a file"
      default: "check the disk"
      }
    self.reason = "\(doing): \(reason); \(remedy)"
  }
}

/// The calls of which a save is made.
enum DiskCall {
  static func perform(_ step: SavePlan.Step) throws(DiskFault) {
    switch step {
    case .makeFolder(let path):
      if unsafe mkdir(path, 0o777) == -1, errno != EEXIST {
        throw DiskFault("its states' folder cannot be made", errorNumber: errno)
      }
    case .write(let path, let bytes): try write(path, bytes)
    case .rename(let path, let other):
      takeOverMode(of: other, to: path)
      if unsafe Glibc.rename(path, other) == -1 {
        throw DiskFault("cannot be written", errorNumber: errno)
      }
    case .link(let path, let other):
      _ = unsafe unlink(other)
      if unsafe Glibc.link(path, other) == -1 {
        throw DiskFault("cannot be kept as \(other)", errorNumber: errno)
      }
    case .synchronize(let folder): try synchronize(folder)
    case .remove(let path): _ = unsafe unlink(path)
    }
  }

  private static func write(_ path: String, _ bytes: [UInt8]) throws(DiskFault) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o666)
    guard descriptor >= 0 else { throw DiskFault("cannot be written", errorNumber: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let number = errno
        _ = unsafe unlink(path)
        throw DiskFault("cannot be written", errorNumber: number)
      }
    }
    guard fsync(descriptor) == 0 else {
      throw DiskFault("cannot be written", errorNumber: errno)
    }
  }

  private static func takeOverMode(of path: String, to other: String) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { _ = unsafe chmod(other, status.st_mode & 0o777) }
  }

  private static func synchronize(_ folder: String) throws(DiskFault) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskFault("cannot be written", errorNumber: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DiskFault("cannot be written", errorNumber: errno) }
  }
}

// MARK: - Reading

extension DiskCall {
  /// A whole regular file; anything else is refused without waiting for it.
  static func read(_ path: String, limit: Int) throws(DiskFault) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskFault("cannot be read", errorNumber: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw DiskFault("is no file; give the name of one")
    }
    guard status.st_size <= limit else {
      throw DiskFault("is longer than it may be, \(limit) bytes")
    }
    return try all(of: descriptor, limit: limit)
  }

  private static func all(of descriptor: CInt, limit: Int) throws(DiskFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw DiskFault("cannot be read", errorNumber: errno) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw DiskFault("is longer than it may be") }
    }
  }

  /// The names in a folder; none where it is not there.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
  }

  /// The file behind symbolic links.
  static func target(of path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The folder that a path is in.
  static func parent(of path: String) -> String {
    let parts = path.split(separator: "/")
    if parts.count < 2 { return path.hasPrefix("/") ? "/" : "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }
}

/// The right to save in a folder; where the system gives no locks it is everybody's.
struct DiskLock {
  private let descriptor: CInt

  /// Waits until no other program saves there.
  init(_ folder: String) {
    descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) == -1, errno == EINTR {}
  }

  func end() { if descriptor >= 0 { close(descriptor) } }
}
