internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// A failed file operation, worded to follow the file's name.
struct DiskFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The failed action, such as `cannot be read`, with the system's reason.
  init(_ doing: String, because error: SystemError) {
    let reason = unsafe String(cString: strerror(error.code))
    let remedy =
      switch error.code {
      case ENOENT, ENOTDIR: "check the name"
      case EACCES, EPERM, EROFS: "change its permissions or choose another folder"
      case ENOSPC, EDQUOT: "free some space or choose another disk"
      case EISDIR: "give the name of a file"
      default: "check the disk"
      }
    self.reason = "\(doing): \(reason); \(remedy)"
  }
}

/// The system calls of a save.
enum DiskCall {
  static func perform(_ step: SavePlan.Step) throws(DiskFault) {
    do throws(SystemError) {
      try carryOut(step)
    } catch {
      throw DiskFault(doing(step), because: error)
    }
  }

  private static func carryOut(_ step: SavePlan.Step) throws(SystemError) {
    switch step {
    case .makeFolder(let path):
      if unsafe mkdir(path, 0o777) == -1, errno != EEXIST {
        throw SystemError("mkdir", code: errno)
      }
    case .write(let path, let bytes): try FileCalls.overwrite(path, bytes)
    case .rename(let path, let other):
      if let status = FileCalls.status(other) { _ = unsafe chmod(path, status.mode) }
      try FileCalls.rename(path, to: other)
    case .link(let path, let other):
      _ = unsafe unlink(other)
      _ = try SystemError.check("link") { unsafe Glibc.link(path, other) }
    case .synchronize(let folder): try FileCalls.synchronize(folder)
    case .remove(let path): _ = unsafe unlink(path)
    }
  }

  private static func doing(_ step: SavePlan.Step) -> String {
    switch step {
    case .makeFolder: "its states' folder cannot be created"
    case .link(_, let other): "cannot be kept as \(other)"
    case .write, .rename, .synchronize, .remove: "cannot be written"
    }
  }

  /// Reads a whole regular file; refuses any other kind without waiting for it.
  static func read(_ path: String, limit: Int) throws(DiskFault) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: limit)
    } catch {
      if error.code == EISDIR || error.code == EINVAL {
        throw DiskFault("is not a file; give the name of one")
      }
      throw DiskFault("cannot be read", because: error)
    }
    guard bytes.count <= limit else {
      throw DiskFault("is longer than it may be, \(limit) bytes")
    }
    return bytes
  }

  static func exists(_ path: String) -> Bool { FileCalls.status(path) != nil }
}

/// The right to save in a folder; on a file system without locks every process has it.
struct DiskLock: ~Copyable {
  private let descriptor: Descriptor?

  /// Waits until no other program saves there.
  init(_ folder: String) { descriptor = try? FileCalls.lock(folder) }

  func end() {
    switch descriptor {
    case .some(let lock): FileCalls.unlock(lock)
    case .none: break
    }
  }
}
