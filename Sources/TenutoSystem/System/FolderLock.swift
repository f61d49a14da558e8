internal import Glibc
internal import TenutoTransport

/// The exclusive right of one process to write in a folder; the kernel releases it with its owner.
package struct FolderLock: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// The locked file; it holds the process id of the latest owner.
  static let fileName = "lock"

  /// Takes the lock at once, or throws.
  ///
  /// - Throws: `.refused` with the other process's id, or an error if the file cannot be created.
  package init(_ folder: String) throws(HostError) {
    let path = "\(folder)/\(Self.fileName)"
    while true {
      let descriptor: Descriptor
      do throws(SystemError) {
        descriptor = try FileCalls.open(path, O_RDWR | O_CREAT, mode: 0o600)
      } catch {
        throw HostError(.fileWriteFailed, path: path, "cannot be locked", because: error)
      }
      try Self.lock(descriptor, path)
      // The file may have been replaced between the two calls: then the new one counts.
      let mine = FileCalls.status("/proc/self/fd/\(descriptor.number)")
      if let mine, mine == FileCalls.status(path) {
        Self.sign(descriptor)
        self.descriptor = descriptor
        return
      }
    }
  }

  private static func lock(
    _ descriptor: borrowing Descriptor, _ path: String
  ) throws(HostError) {
    let number = descriptor.number
    do throws(SystemError) {
      _ = try SystemError.check("flock") { flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      guard error.code == EWOULDBLOCK else {
        throw HostError(.fileWriteFailed, path: path, "cannot be locked", because: error)
      }
      let owner = owner(path).map { "process \($0)" } ?? "another process"
      throw HostError(
        .refused, "\(FileCalls.parent(of: path)) is in use by \(owner); end it or use another name."
      )
    }
  }

  /// Writes the owner's id to the lock file; on a full disk the lock is held without an id.
  private static func sign(_ descriptor: borrowing Descriptor) {
    let text = Array("\(getpid())\n".utf8)
    let number = descriptor.number
    _ = ftruncate(number, 0)
    _ = unsafe text.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, 0) }
  }

  private static func owner(_ path: String) -> Int32? {
    guard let bytes = try? FileCalls.read(path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
