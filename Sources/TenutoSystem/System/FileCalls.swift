package import Glibc
internal import TenutoCore
package import TenutoTransport

/// File and folder operations for the registry, the installer and sessions.
///
/// Thread: control.
package enum FileCalls {
  /// Reads a regular file, or its first `limit + 1` bytes if it is longer.
  ///
  /// Never waits: a FIFO or a device under that name is refused.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try openRegular(path)
    let number = file.number
    let capacity = min(max(try status(of: file).size, 0), limit) + 1
    var bytes = [UInt8](repeating: 0, count: capacity)
    var count = 0
    while count < capacity {
      let received = try checkCount("read") {
        unsafe bytes.withUnsafeMutableBytes {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[count...])
          return unsafe Glibc.read(number, rest.baseAddress, rest.count)
        }
      }
      if received == 0 { break }
      count += received
    }
    bytes.removeLast(capacity - count)
    return bytes
  }

  /// Creates a new file, fills it, and returns when it is on the disk.
  package static func create(_ path: String, mode: mode_t, _ bytes: [UInt8]) throws(SystemError) {
    let file = try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try write(bytes[...], to: file)
    try finish(file, mode: mode)
  }

  /// Creates a new file and fills it, without syncing, for data that can be made again.
  package static func createUnsynchronized(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    try write(bytes[...], to: file)
  }

  /// Creates a file or empties the existing one, fills it, and returns when it is on the disk.
  ///
  /// A file that cannot be filled is removed; a symbolic link is refused.
  package static func overwrite(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o666)
    do throws(SystemError) {
      try write(bytes[...], to: file)
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
    let number = file.number
    _ = try SystemError.check("fsync") { fsync(number) }
  }

  /// Copies a regular file to a new one, and returns when that is on the disk.
  package static func copy(_ source: String, to path: String, mode: mode_t) throws(SystemError) {
    let input = try openRegular(source)
    let output = try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    let number = input.number
    var block = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = try checkCount("read") {
        unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
      }
      if count == 0 { break }
      try write(block[..<count], to: output)
    }
    try finish(output, mode: mode)
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor)
    throws(SystemError)
  {
    let number = file.number
    var rest = bytes
    while !rest.isEmpty {
      let count = try checkCount("write") {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func finish(_ file: borrowing Descriptor, mode: mode_t) throws(SystemError) {
    let number = file.number
    _ = try SystemError.check("fchmod") { fchmod(number, mode) }
    _ = try SystemError.check("fsync") { fsync(number) }
  }

  /// The result of `body`, or its error if it returns -1; repeats it on EINTR.
  package static func checkCount(_ call: String, _ body: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = body()
      if result != -1 { return result }
      let code = errno
      if code != EINTR { throw SystemError(call, code: code) }
    }
  }

  /// At most `count` bytes of a file from `offset` on; none at its end.
  package static func read(
    _ file: borrowing Descriptor, at offset: Int, atMost count: Int
  ) throws(SystemError) -> [UInt8] {
    let number = file.number
    var bytes = [UInt8](repeating: 0, count: count)
    let received = try checkCount("pread") {
      unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(number, $0.baseAddress, count, off_t(offset))
      }
    }
    return received == count ? bytes : Array(bytes[..<received])
  }

  /// Opens a regular file for reading; refuses other kinds without waiting.
  package static func openRegular(_ path: String) throws(SystemError) -> Descriptor {
    let file = try open(path, O_RDONLY | O_NONBLOCK)
    let status = try status(of: file)
    guard status.isRegular else {
      throw SystemError("open", code: status.isFolder ? EISDIR : EINVAL)
    }
    return file
  }

  /// The SHA-256 of a file's content, in 64 hexadecimal digits.
  package static func digest(of file: borrowing Descriptor) throws(SystemError) -> String {
    var hash = SHA256()
    var offset = 0
    while case let bytes = try read(file, at: offset, atMost: 1 << 18), !bytes.isEmpty {
      hash.update(bytes)
      offset += bytes.count
    }
    return hash.finished()
  }

  package static func open(
    _ path: String, _ flags: CInt, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try SystemError.check("open") {
        unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
      })
  }
}

// MARK: - Kinds of files

extension FileCalls {
  /// The attributes of a file that the registry needs.
  package struct Status: Equatable {
    package let isFolder: Bool
    package let isRegular: Bool
    package let size: Int
    /// The permissions.
    package let mode: mode_t
    /// Device and inode: equal for two paths of the same file.
    package let identity: [UInt64]

    fileprivate init(_ status: stat) {
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      isRegular = status.st_mode & S_IFMT == S_IFREG
      size = Int(status.st_size)
      mode = status.st_mode & 0o777
      identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
  }

  private static func status(of file: borrowing Descriptor) throws(SystemError) -> Status {
    let number = file.number
    var result = stat()
    _ = try SystemError.check("fstat") { unsafe fstat(number, &result) }
    return Status(result)
  }

  /// The status of the file at `path`, links followed, or nil.
  package static func status(_ path: String) -> Status? {
    var result = stat()
    return unsafe stat(path, &result) == 0 ? Status(result) : nil
  }

  /// Whether anything exists at `path`, even a broken symbolic link.
  package static func exists(_ path: String) -> Bool {
    var result = stat()
    return unsafe lstat(path, &result) == 0
  }

  /// Whether the user may run the regular file at `path`.
  package static func isExecutable(_ path: String) -> Bool {
    unsafe status(path)?.isRegular == true && access(path, X_OK) == 0
  }
}

// MARK: - Folders

extension FileCalls {
  /// The names in a folder without `.` and `..`, sorted.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError("opendir", code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates a folder and its missing parents.
  package static func makeFolders(_ path: String) throws(SystemError) {
    if status(path)?.isFolder == true { return }
    let parent = parent(of: path)
    if parent != path { try makeFolders(parent) }
    do {
      _ = try SystemError.check("mkdir") { unsafe mkdir(path, 0o755) }
    } catch  where error.code == EEXIST && status(path)?.isFolder == true {
      // Another process made it in the meantime.
    }
  }

  /// Creates a folder with a unique name: `prefix` and six characters.
  package static func makeTemporaryFolder(_ prefix: String) throws(SystemError) -> String {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError("mkdtemp", code: errno) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = try SystemError.check("chmod") { unsafe chmod(path, 0o755) }
    return path
  }

  package static func rename(_ path: String, to other: String) throws(SystemError) {
    _ = try SystemError.check("rename") { unsafe Glibc.rename(path, other) }
  }

  /// Removes a file, a symbolic link, or a folder with its content.
  package static func remove(_ path: String) throws(SystemError) {
    do {
      _ = try SystemError.check("unlink") { unsafe unlink(path) }
    } catch  where error.code == EISDIR || error.code == EPERM {
      for name in try names(in: path) { try remove("\(path)/\(name)") }
      _ = try SystemError.check("rmdir") { unsafe rmdir(path) }
    }
  }

  /// Returns when the names in a folder are on the disk.
  package static func synchronize(_ folder: String) throws(SystemError) {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    let number = descriptor.number
    _ = try SystemError.check("fsync") { fsync(number) }
  }

  /// Waits until no other installer works in the folder; the lock ends with its owner.
  package static func lock(_ folder: String) throws(SystemError) -> Descriptor {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    let number = descriptor.number
    _ = try SystemError.check("flock") { flock(number, LOCK_EX) }
    return descriptor
  }

  /// Releases the lock of a folder.
  package static func unlock(_ lock: borrowing Descriptor) { _ = flock(lock.number, LOCK_UN) }
}

// MARK: - Paths

extension FileCalls {
  /// The last part of a path.
  package static func lastName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "/"
  }

  /// The target of symbolic links; the path itself if it is not a link.
  package static func target(of path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The folder that a path is in.
  package static func parent(of path: String) -> String {
    let parts = path.split(separator: "/")
    if parts.count < 2 { return path.hasPrefix("/") ? "/" : "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }
}
