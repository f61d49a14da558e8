internal import CTenuto
internal import Glibc

/// A POSIX shared-memory object that no longer has a name: it lives as long as a descriptor or a
/// mapping of it does, so nothing is left in /dev/shm whoever dies.
public struct SharedMemory: ~Copyable, Sendable {
  /// Bytes in the object.
  public let byteCount: Int
  /// Opens it to read and write.
  public let writable: Descriptor
  /// Opens it to read only.
  public let readable: Descriptor

  /// Creates `byteCount` bytes of zeros, all of them backed by memory.
  ///
  /// - Throws: The system's error, ENOSPC where /dev/shm is full.
  public init(byteCount: Int) throws(SystemError) {
    let (name, number) = try Self.createUnique()
    defer { _ = unsafe shm_unlink(name) }
    var writable = Descriptor(owning: number)
    _ = try SystemError.check("ftruncate") { ftruncate(number, off_t(byteCount)) }
    // Touching a page that the file system cannot back would end the host with SIGBUS later.
    let error = posix_fallocate(number, 0, off_t(byteCount))
    guard error == 0 else { throw SystemError("posix_fallocate", code: error) }
    if Self.view >= 0 { writable = try Self.open(name, O_RDWR) }
    _ = try SystemError.check("fchmod") { fchmod(writable.number, 0o400) }
    readable = try Self.open(name, O_RDONLY)
    self.byteCount = byteCount
    self.writable = writable
  }

  /// Whether nobody who gets a descriptor can map the memory to be run.
  public static var isWithoutCode: Bool { view >= 0 || isMountedWithoutCode }

  /// The objects as they appear in a mount from which nothing is run; below 0 where there is none.
  private static let view = unsafe tenuto_view_without_exec(folder)
  private static let folder = "/dev/shm"  // where shm_open keeps them

  private static let isMountedWithoutCode: Bool = {
    var status = statvfs()
    return unsafe statvfs(folder, &status) == 0 && status.f_flag & 8 != 0  // ST_NOEXEC
  }()

  /// The object, through the mount from which nothing is run where there is one.
  private static func open(_ name: String, _ mode: CInt) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try SystemError.check("shm_open") {
        guard view >= 0 else { return unsafe shm_open(name, mode, 0) }
        return unsafe openat(view, String(name.dropFirst()), mode | O_CLOEXEC | O_NOFOLLOW)
      })
  }

  private static func createUnique() throws(SystemError) -> (name: String, number: CInt) {
    while true {
      let name = "/tenuto-\(getpid())-\(UInt64.random(in: .min ... .max))"
      do {
        let number = try SystemError.check("shm_open") {
          unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        }
        return (name, number)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }
}

/// Shared memory as it appears in this process, until its owner goes.
@safe public struct Mapping: ~Copyable, @unchecked Sendable {  // the pointer is never changed
  package let base: UnsafeMutableRawPointer
  /// Bytes that are mapped.
  public let byteCount: Int
  /// More than 0 once the peer has taken the memory away; nil where nobody guards it.
  let brokenWord: UnsafePointer<UInt32>?

  /// Maps all of `descriptor`, touched and, where permitted, locked into memory.
  ///
  /// Where it is guarded, this process lives on when somebody truncates the object: zeros take the
  /// place of what is gone.
  ///
  /// - Throws: The system's error; EINVAL when the object is smaller than `byteCount`.
  public init(
    _ descriptor: CInt, byteCount: Int, isWritable: Bool, isGuarded: Bool = false
  ) throws(SystemError) {
    var status = stat()
    _ = try SystemError.check("fstat") { unsafe fstat(descriptor, &status) }
    guard Int(status.st_size) >= byteCount else { throw SystemError("mmap", code: EINVAL) }
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    let base = unsafe mmap(
      nil, byteCount, protection, MAP_SHARED | CInt(MAP_POPULATE), descriptor, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else {
      throw SystemError("mmap", code: errno)
    }
    let word = unsafe isGuarded ? tenuto_bus_net_guard(base, byteCount) : nil
    guard unsafe !isGuarded || word != nil else {
      _ = unsafe munmap(base, byteCount)
      throw SystemError("mmap", code: ENOMEM)
    }
    _ = unsafe mlock(base, byteCount)  // best effort: without the right to, pages may be evicted
    unsafe self.base = base
    self.byteCount = byteCount
    unsafe brokenWord = word
  }

  deinit {
    // First: what is mapped here next is none of the net's business.
    if let word = unsafe brokenWord { unsafe tenuto_bus_net_release(word) }
    _ = unsafe munmap(base, byteCount)
  }
}
