internal import CTenuto
internal import Glibc

/// A POSIX shared-memory object without a name: it lives as long as a descriptor or a mapping of
/// it, so nothing stays in /dev/shm after a crash.
public struct SharedMemory: ~Copyable, Sendable {
  /// Bytes in the object.
  public let byteCount: Int
  /// A descriptor for reading and writing.
  public let writable: Descriptor
  /// A read-only descriptor.
  public let readable: Descriptor

  /// Creates `byteCount` zero bytes, all of them backed by memory.
  ///
  /// - Throws: The system's error; ENOSPC if /dev/shm is full.
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

  /// Whether the kernel refuses to map the memory executable.
  public static var isWithoutCode: Bool { view >= 0 || isMountedWithoutCode }

  /// A noexec mount through which the objects are opened; below 0 if none exists.
  private static let view = unsafe tenuto_view_without_exec(folder)
  private static let folder = "/dev/shm"  // where shm_open keeps them

  private static let isMountedWithoutCode: Bool = {
    var status = statvfs()
    return unsafe statvfs(folder, &status) == 0 && status.f_flag & 8 != 0  // ST_NOEXEC
  }()

  /// Opens the object, through the noexec mount if there is one.
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

/// Shared memory as mapped in this process, as long as its owner lives.
@safe public struct Mapping: ~Copyable, @unchecked Sendable {  // the pointer is never changed
  package let base: UnsafeMutableRawPointer
  /// Bytes that are mapped.
  public let byteCount: Int
  /// More than 0 once the peer has taken the memory away; nil for a mapping without a guard.
  let brokenWord: UnsafePointer<UInt32>?

  /// Maps all of `descriptor`, touches all pages and, if permitted, locks them into memory.
  ///
  /// In a guarded mapping, zeros replace the memory if another process truncates the object, and
  /// this process lives on.
  ///
  /// - Throws: The system's error; EINVAL if the object is smaller than `byteCount`.
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
    _ = unsafe mlock(base, byteCount)  // best effort: without it, pages may be evicted
    unsafe self.base = base
    self.byteCount = byteCount
    unsafe brokenWord = word
  }

  deinit {
    // First: the guard must not affect a later mapping at this address.
    if let word = unsafe brokenWord { unsafe tenuto_bus_net_release(word) }
    _ = unsafe munmap(base, byteCount)
  }
}
