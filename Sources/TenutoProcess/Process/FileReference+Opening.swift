internal import Glibc
internal import Synchronization
internal import TenutoComponents
package import TenutoCore
package import TenutoSystem
package import TenutoTransport

extension FileReference {
  /// References the file at `path` in its current state.
  ///
  /// Thread: control.
  ///
  /// - Parameter path: An absolute path.
  /// - Throws: `.fileReadFailed`, or `.fileNotFound`.
  package init(naming path: String) throws(HostError) {
    do throws(SystemError) {
      let file = try FileCalls.openRegular(path)
      self.init(path: path, digest: try FileDigests.digest(of: file, at: path))
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
  }

  /// Opens the file for reading.
  ///
  /// The digest is the permission: a document from a stranger cannot name the user's private files,
  /// because its author does not know their digests.
  ///
  /// - Throws: An error if it cannot be opened; `ESTALE` if the digest differs.
  package func open() throws(SystemError) -> Descriptor {
    let file = try FileCalls.openRegular(path)
    guard try FileDigests.digest(of: file, at: path) == digest else {
      throw SystemError("open", code: ESTALE)
    }
    return file
  }
}

/// A cache of file digests; a file is read again only after it has changed.
private enum FileDigests {
  private static let known = Mutex<[String: (stamp: FileStamp, digest: String)]>([:])

  static func digest(
    of file: borrowing Descriptor, at path: String
  ) throws(SystemError) -> String {
    let stamp = FileStamp(path)
    if let entry = known.withLock({ $0[path] }), entry.stamp == stamp { return entry.digest }
    let digest = try FileCalls.digest(of: file)
    if let stamp, stamp == FileStamp(path),
      stamp.isSettled(at: FileStamp.now, margin: 2_000_000_000)
    {
      known.withLock { $0[path] = (stamp, digest) }
    }
    return digest
  }
}
