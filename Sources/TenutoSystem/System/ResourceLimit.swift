internal import CTenuto
internal import Glibc
package import TenutoTransport

/// A limit of this process that a host can reach, with the shell command that raises it.
///
/// The corresponding POSIX calls are `getrlimit` and `setrlimit`.
package struct ResourceLimit: Sendable {
  /// The limited resource, such as `"open files"`.
  let name: String
  /// The shell's option, such as `"-n"`.
  let option: String
  private let resource: CInt
  /// Bytes of the shell's unit, or nil for a count.
  private let unit: UInt64?
  /// The lowest limit with which a host starts, in the system's unit.
  let need: UInt64
  /// The value to raise it to, in the shell's unit; nil for no limit.
  private let advice: Int?

  private init(
    _ name: String, _ option: String, _ resource: CInt, unit: UInt64? = nil, need: UInt64,
    advice: Int? = nil
  ) {
    self.name = name
    self.option = option
    self.resource = resource
    self.unit = unit
    self.need = need
    self.advice = advice
  }

  /// A starting extension's program uses descriptor 250; each extension needs ten of the host's.
  static let openFiles = ResourceLimit(
    "open files", "-n", CInt(RLIMIT_NOFILE.rawValue), need: 512, advice: 4096)
  /// Each thread reserves 8 MiB of stack, and uses a few kilobytes of it.
  package static let addressSpace = ResourceLimit(
    "memory", "-v", CInt(RLIMIT_AS.rawValue), unit: 1024, need: 768 << 20)
  static let data = ResourceLimit(
    "data", "-d", CInt(RLIMIT_DATA.rawValue), unit: 1024, need: 512 << 20)
  /// The system counts shared memory as a file.
  static let fileSize = ResourceLimit(
    "the size of files", "-f", CInt(RLIMIT_FSIZE.rawValue), unit: 1024, need: 16 << 20)
  static let stack = ResourceLimit(
    "the stack", "-s", CInt(RLIMIT_STACK.rawValue), unit: 1024, need: 512 << 10, advice: 8192)
  /// The number of the user's other processes is unknown.
  package static let processes = ResourceLimit(
    "processes and threads", "-u", 6 /* RLIMIT_NPROC, which Swift does not know */, need: 0,
    advice: 4096)

  /// Limits that can be checked before anything is started.
  private static let checked = [openFiles, addressSpace, data, fileSize, stack]

  /// The current limit in the system's unit; nil for no limit.
  var current: UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(UInt32(resource)), &limit) == 0 else { return nil }
    return limit.rlim_cur == rlim_t.max ? nil : UInt64(limit.rlim_cur)
  }

  /// The way to raise it, worded to follow a semicolon.
  package var remedy: String {
    let now = current.map { ", now \(text($0))," } ?? ""
    return "raise the limit of \(name)\(now) with \(command)"
  }

  private var command: String { "'ulimit \(option) \(advice.map(String.init) ?? "unlimited")'" }

  private func text(_ value: UInt64) -> String {
    guard let unit else { return "\(value)" }
    return value < 1 << 20 ? "\(value / unit) KiB" : "\(value >> 20) MiB"
  }

  /// Checks the limits that a host needs to start.
  ///
  /// - Throws: `.outOfResources` with the first limit that is too low.
  package static func check() throws(HostError) {
    for limit in checked {
      guard let current = limit.current, current < limit.need else { continue }
      throw HostError(
        .outOfResources,
        "The limit of \(limit.name) is \(limit.text(current)), and a host needs "
          + "\(limit.text(limit.need)); raise it with \(limit.command).")
    }
  }

  /// Raises soft limits as far as possible; call it before any other thread exists.
  ///
  /// The soft limit of descriptors protects programs that call select(2), which no host does. A
  /// file that grows too large causes an error, and no signal that ends the program.
  package static func prepare() {
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    let resource = __rlimit_resource_t(UInt32(openFiles.resource))
    if unsafe getrlimit(resource, &limit) == 0 {
      limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 65_536))
      _ = unsafe setrlimit(resource, &limit)
    }
    HeapMemory.bound()
  }
}

// MARK: - The limit behind a failure

extension ResourceLimit {
  /// The limit that a failed system call has reached, if any.
  ///
  /// - Parameters:
  ///   - errorNumber: The call's error.
  ///   - byteCount: The memory that the call needed, such as a thread's stack.
  /// - Returns: Nil if no known limit is the cause.
  package static func met(by errorNumber: CInt, wanting byteCount: Int = 8 << 20) -> ResourceLimit?
  {
    switch errorNumber {
    case EMFILE: openFiles
    case EFBIG: fileSize
    // A thread without memory for its stack is refused with the error for too many.
    case EAGAIN, ENOMEM:
      if !isThereRoom(byteCount) {
        addressSpace.current != nil ? addressSpace : data.current != nil ? data : nil
      } else {
        errorNumber == EAGAIN ? processes : nil
      }
    default: nil
    }
  }

  private static func isThereRoom(_ byteCount: Int) -> Bool {
    let place = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, byteCount)
    return true
  }
}

extension HostError {
  /// Creates an error for missing resources, with the limit that is the cause.
  ///
  /// - Parameters:
  ///   - doing: The missing resource, such as `"No pipe for an extension"`.
  ///   - error: The system's reason.
  ///   - byteCount: The memory that was needed.
  package init(_ doing: String, shortOf error: SystemError, wanting byteCount: Int = 8 << 20) {
    let limit = ResourceLimit.met(by: error.code, wanting: byteCount)
    let remedy = limit?.remedy ?? "end some programs and try again"
    self.init(.outOfResources, "\(doing) (\(error)); \(remedy).")
  }

  /// Creates an error for an extension that was not started, with the limit that is the cause, if
  /// any.
  package init(starting path: String, because error: SystemError) {
    if ResourceLimit.met(by: error.code) != nil {
      self.init("Cannot start '\(path)'", shortOf: error)
    } else {
      self.init(.launchFailed, "Cannot start '\(path)': \(error)")
    }
  }

  /// Prints the error and ends the process, if the host cannot continue without the resource.
  package func leave() -> Never {
    let line = "tenuto: \(message)\n"
    _ = unsafe Array(line.utf8).withUnsafeBytes { bytes in
      unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
    _exit(1)
  }
}
