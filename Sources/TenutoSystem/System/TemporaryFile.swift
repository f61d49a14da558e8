internal import Glibc
package import TenutoTransport

/// A file that appears under its name only when it is complete.
///
/// It is written as `PATH.part-XXXXXX` next to `PATH`, and removed unless it was renamed to `PATH`.
package struct TemporaryFile: ~Copyable {
  /// The final path, with symbolic links resolved.
  let path: String
  /// The path until then.
  let temporaryPath: String
  /// The file's descriptor, open for reading and writing.
  package let descriptor: Descriptor

  /// Creates an empty file in the folder of `path`.
  ///
  /// - Throws: An error, in one sentence, if no file can be created there.
  package init(for path: String) throws(HostError) {
    let target = Self.target(of: path)
    let status = FileCalls.status(target)
    if let status, !status.isRegular {
      throw HostError(
        .fileInvalid, "\(path) is a folder or a device; give the name of a sound file.")
    }
    let folder = FileCalls.parent(of: target)
    guard FileCalls.status(folder)?.isFolder == true else {
      throw HostError(
        .fileNotFound, "The folder \(folder) of \(path) is not there; make it or choose another.")
    }
    do {
      var name = Self.name(beside: target)
      while FileCalls.exists(name) { name = Self.name(beside: target) }
      descriptor = try FileCalls.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
      // The lock shows `tenuto recover` that the writer is still running.
      _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
      temporaryPath = name
      self.path = target
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
  }

  deinit { _ = unsafe unlink(temporaryPath) }

  /// Renames the file to its final path, replacing any other; a power failure leaves either file
  /// complete.
  package consuming func moveIntoPlace() throws(SystemError) {
    let number = descriptor.number
    var old = stat()
    if unsafe stat(path, &old) == 0 { _ = fchmod(number, old.st_mode & 0o777) }
    _ = try SystemError.check("fsync") { fsync(number) }
    try FileCalls.rename(temporaryPath, to: path)
    try FileCalls.synchronize(FileCalls.parent(of: path))
  }

  private static func target(of path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func name(beside path: String) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return "\(path).part-" + String((0..<6).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
