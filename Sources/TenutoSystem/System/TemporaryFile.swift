internal import Glibc
package import TenutoTransport

/// A file that takes its place only when it is whole.
///
/// It is written as `PATH.part-XXXXXX` beside `PATH`, and removed unless it was moved there.
package struct TemporaryFile: ~Copyable {
  /// Where the whole file will be: behind symbolic links.
  let path: String
  /// Where it is until then.
  let temporaryPath: String
  /// The file, open to read and write.
  package let descriptor: Descriptor

  /// Makes an empty file beside `path`.
  ///
  /// - Throws: The reason why no file can be made there, in one sentence.
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
      // For `tenuto recover`: its writer still runs.
      _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
      temporaryPath = name
      self.path = target
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
  }

  deinit { _ = unsafe unlink(temporaryPath) }

  /// Gives the file its name, in place of any other; both survive a power failure or neither.
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
