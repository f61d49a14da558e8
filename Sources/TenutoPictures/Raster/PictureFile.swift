internal import Glibc
internal import TenutoSystem

/// Writes files atomically.
enum PictureFile {
  static func write(_ bytes: [UInt8], to path: String) throws(HostError) {
    let target = realPath(path)
    try check(target, path)
    let temporary = "\(target).part-\(UInt32.random(in: .min ... .max))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(temporary, flags, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var number = write(bytes[...], to: descriptor)
    if close(descriptor) != 0, number == 0 { number = errno }
    if number == 0, unsafe rename(temporary, target) != 0 { number = errno }
    guard number != 0 else { return }
    _ = unsafe unlink(temporary)
    throw failure(path, number)
  }

  /// Returns the target of a symbolic link, so that the link is kept.
  private static func realPath(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// A folder or a device must not be replaced by a file.
  private static func check(_ target: String, _ path: String) throws(HostError) {
    var status = stat()
    guard unsafe stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw HostError(
      .fileInvalid, "\(path) is a folder or a device; give the name of a file to write.")
  }

  /// Writes bytes; returns 0, or the system's error number.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> CInt {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? EIO : errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  private static func failure(_ path: String, _ number: CInt) -> HostError {
    let reason = unsafe String(cString: strerror(number))
    let code: HostError.Code =
      switch number {
      case ENOENT, ENOTDIR: .fileNotFound
      case EACCES, EPERM, EROFS: .permissionDenied
      default: .fileWriteFailed
      }
    return HostError(code, "\(path) cannot be written: \(reason); choose another place.")
  }
}
