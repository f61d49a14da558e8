internal import CTenuto
internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// Bytes of an open file at any offset, independent of the file position.
///
/// Valid as long as the descriptor.
struct FileBytes {
  private let number: CInt

  /// Wraps a descriptor that is open for reading, and for writing if needed.
  init(_ number: CInt) { self.number = number }

  /// Bytes in the file.
  var count: Int {
    get throws(SystemError) {
      var status = stat()
      _ = try SystemError.check("fstat") { unsafe fstat(number, &status) }
      return Int(status.st_size)
    }
  }

  /// The bytes at `offset`, fewer at the end of the file.
  func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let received = try FileCalls.checkCount("pread") {
        unsafe bytes.withUnsafeMutableBytes {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[done...])
          return unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
      if received == 0 { break }
      done += received
    }
    return done == count ? bytes : Array(bytes[..<done])
  }

  /// Puts bytes at `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try FileCalls.checkCount("pwrite") {
        unsafe bytes.withUnsafeBytes {
          let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[done...])
          return unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
    }
  }

  /// Truncates the file to `count` bytes, and frees reserved space after them.
  func cut(to count: Int) throws(SystemError) {
    _ = try SystemError.check("ftruncate") { ftruncate(number, off_t(count)) }
  }

  /// Reserves space for `count` bytes from `offset` on, without changing the file's length.
  ///
  /// - Throws: `ENOSPC`, `EDQUOT`, or `EFBIG` above the limit of a file's size (`ulimit -f`).
  func keepRoom(at offset: Int, count: Int) throws(SystemError) {
    // The kernel does not apply the size limit to reserved space after the end.
    var limit = rlimit()
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      UInt64(offset + count) > limit.rlim_cur
    {
      throw SystemError("fallocate", code: EFBIG)
    }
    switch tenuto_keep_room(number, off_t(offset), off_t(count)) {
    case 0: return
    case EOPNOTSUPP, ENOSYS, EINVAL:
      var status = statvfs()
      guard unsafe fstatvfs(number, &status) == 0 else { return }
      let free = Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
      if free < count { throw SystemError("fallocate", code: ENOSPC) }
    case let code: throw SystemError("fallocate", code: code)
    }
  }

  /// Returns once the bytes are on the disk.
  func synchronize() throws(SystemError) {
    _ = try SystemError.check("fdatasync") { fdatasync(number) }
  }
}

/// Little-endian numbers.
enum LittleEndian {
  static func value(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
