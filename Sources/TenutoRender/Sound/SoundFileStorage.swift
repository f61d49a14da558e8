internal import CSndFile
internal import Glibc

/// The file of a sound file, which libsndfile reads and writes through callbacks.
///
/// libsndfile's codecs discard the system's error numbers, and some ignore failed writes; this
/// object keeps the first failure.
final class SoundFileStorage {
  /// The descriptor, which its owner keeps open.
  let number: CInt
  /// The number (`errno`) of the first call that failed, or 0.
  private(set) var errorNumber: CInt = 0
  /// Whether writes are discarded, so that the file does not change.
  var isDetached = false

  init(_ number: CInt) { self.number = number }

  /// Opens the storage as a sound file; nil if libsndfile refuses, with the reason in
  /// `sf_strerror`.
  ///
  /// The storage must outlive the handle.
  func open(mode: CInt, info: inout SF_INFO) -> OpaquePointer? {
    var calls = unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe storage($0).length() },
      seek: { unsafe storage($2).seek($0, $1) },
      read: { unsafe storage($2).read($0, Int($1)) },
      write: { unsafe storage($2).write($0, Int($1)) },
      tell: { unsafe storage($0).seek(0, SEEK_CUR) })
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe sf_open_virtual(&calls, mode, &info, context)
  }

  private func length() -> sf_count_t {
    var status = stat()
    return unsafe noted(Int(fstat(number, &status))) == 0
      ? sf_count_t(status.st_size) : -1
  }

  private func seek(_ offset: sf_count_t, _ origin: CInt) -> sf_count_t {
    sf_count_t(noted(Int(lseek(number, off_t(offset), origin))))
  }

  private func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> sf_count_t {
    var done = 0
    while done < count, let bytes = unsafe bytes {
      let result = unsafe Glibc.read(number, bytes + done, count - done)
      if result < 0 && errno == EINTR { continue }
      if noted(result) <= 0 { break }
      done += result
    }
    return sf_count_t(done)
  }

  private func write(_ bytes: UnsafeRawPointer?, _ count: Int) -> sf_count_t {
    if isDetached { return sf_count_t(count) }
    var done = 0
    while done < count, let bytes = unsafe bytes {
      let result = unsafe Glibc.write(number, bytes + done, count - done)
      if result < 0 && errno == EINTR { continue }
      if noted(result) <= 0 { break }
      done += result
    }
    return sf_count_t(done)
  }

  private func noted(_ result: Int) -> Int {
    if result < 0 && errorNumber == 0 { errorNumber = errno }
    return result
  }
}

/// The storage that libsndfile passes to a callback.
private func storage(_ context: UnsafeMutableRawPointer?) -> SoundFileStorage {
  guard let context = unsafe context else { preconditionFailure("libsndfile lost its context") }
  return unsafe Unmanaged<SoundFileStorage>.fromOpaque(context).takeUnretainedValue()
}
