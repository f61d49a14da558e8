internal import CSeccomp
internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// The seccomp filter of an extension.
///
/// Calls that are not listed fail with EPERM; calls that only an attack makes end the process.
struct SyscallFilter: Sendable, Hashable {
  var isNetworkAllowed = false
  var isWritingAllowed = false
  /// Whether it maps libraries, and so could map data that it has written into shared memory.
  var isDynamic = true
  /// Whether it opens memory files, as the bridges of plug-ins do for the files of states; they deny
  /// it to themselves before they load a plug-in.
  var makesMemoryFiles = false

  private static let programs = Mutex<[SyscallFilter: [UInt64]]>([:])

  /// The program, one instruction a word; made once per kind.
  ///
  /// - Throws: The error of libseccomp.
  func program() throws(SystemError) -> [UInt64] {
    if let known = Self.programs.withLock({ $0[self] }) { return known }
    let made = try FilterBuilder.build(self)
    Self.programs.withLock { $0[self] = made }
    return made
  }
}

extension FilterBuilder {
  func addLists(_ filter: SyscallFilter) {
    var names = SyscallNames.allowed
    if filter.isNetworkAllowed { names += SyscallNames.network }
    if filter.isWritingAllowed { names += SyscallNames.writing }
    if filter.makesMemoryFiles { names.append("memfd_create") }
    for name in names { add(SCMP_ACT_ALLOW, name) }
    for name in SyscallNames.hostile { add(SCMP_ACT_KILL_PROCESS, name) }
    if filter.isNetworkAllowed {
      for family in [AF_INET, AF_INET6] { allow("socket", 0, equals: UInt64(family)) }
    }
  }

  /// Calls that are harmless only with some arguments.
  func addArguments(_ filter: SyscallFilter) {
    addProcesses()
    addMemory(filter)
    addWaiting()
    addQuestions(filter)
    for command in [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, 1034] {
      allow("fcntl", 1, equals: UInt64(command))
    }
    // TCGETS, FIONREAD, FIONBIO.
    for request in [0x5401, 0x541B, 0x5421] as [UInt64] { allow("ioctl", 1, equals: request) }
    // Names of threads and memory: set, get.
    for option in [15, 16, 0x5356_4D41] as [UInt64] { allow("prctl", 0, equals: option) }
    // libdispatch sets priorities and logs if that fails.
    add(Self.errno(0), "setpriority")
  }

  private static let cloneThread: Int32 = 0x1_0000
  /// Mounts, control groups, names, IPC, users, processes, network.
  private static let cloneNamespaces: Int32 = 0x7E02_0000

  private func addProcesses() {
    let own = UInt64(TENUTO_OWN_PROCESS)
    for name in ["tgkill", "kill"] { allow(name, 0, equals: own) }
    // Threads are allowed, processes are not; glibc tries clone3 first, whose arguments no filter
    // can see.
    add(
      SCMP_ACT_ALLOW, "clone",
      [Self.masked(0, Self.cloneThread | Self.cloneNamespaces, Self.cloneThread)])
    add(Self.errno(ENOSYS), "clone3")
    // The launch itself: no descriptor can have this number afterwards.
    add(
      SCMP_ACT_ALLOW, "execveat",
      [
        Self.equal(0, UInt64(TENUTO_EXECUTABLE_DESCRIPTOR)),
        Self.equal(4, 0x1000),  // AT_EMPTY_PATH
      ])
  }

  private static let mapHugePages: Int32 = 0x4_0000

  private func addMemory(_ filter: SyscallFilter) {
    let both = PROT_WRITE | PROT_EXEC
    // Anonymous memory must be private: shared and growing mappings would not count as data.
    let odd = MAP_ANONYMOUS | MAP_GROWSDOWN | Self.mapHugePages
    let kinds = [
      Self.masked(3, odd, 0), Self.masked(3, odd | 0xF, MAP_ANONYMOUS | MAP_PRIVATE),
    ]
    for protection in [0, PROT_WRITE] + (filter.isDynamic ? [PROT_EXEC] : []) {
      for kind in kinds {
        add(SCMP_ACT_ALLOW, "mmap", [Self.masked(2, both, protection), kind])
      }
    }
    add(SCMP_ACT_ALLOW, "mprotect", [Self.masked(2, PROT_EXEC, 0)])
    if filter.isDynamic { allowSeal() }
    for flags in [0, 1] as [UInt64] { allow("mremap", 3, equals: flags) }  // MREMAP_MAYMOVE
    // No MADV_REMOVE: it punches holes into memory that the host reads. No MADV_HUGEPAGE: to build
    // a huge page, the kernel unmaps the small ones in all processes.
    for advice in [0, 1, 2, 3, 4, 8, 10, 11, 15, 16, 17, 18, 19] as [UInt64] {
      allow("madvise", 2, equals: advice)
    }
    // Only private commands: query, expedited, register. Other commands interrupt all processors.
    for command in [0, 8, 16] as [UInt64] { allow("membarrier", 0, equals: command) }
  }

  /// After the loader has mapped the libraries, it seals code mappings, see `tenuto_seal_code`.
  private func allowSeal() {
    add(
      SCMP_ACT_ALLOW, "seccomp",
      [Self.equal(0, 1), Self.equal(1, UInt64(TENUTO_SEAL_FLAGS))])  // SECCOMP_SET_MODE_FILTER
    allow("prctl", 0, equals: 21)  // PR_GET_SECCOMP
  }

  /// The allowed futex operations: wait and wake, with bitsets and with the clock.
  ///
  /// Read access to a futex word is enough to move its sleepers to another word, so only wait and
  /// wake are allowed on shared words. Private futexes reach no other process. They may use
  /// priority inheritance, which the mutexes of Swift and libdispatch need.
  private func addWaiting() {
    let shared = [0, 1, 9, 9 | 256] as [UInt64]
    let locks = [6, 7, 8] as [UInt64]  // FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI
    for operation in shared + (shared + locks).map({ $0 | 128 }) {  // FUTEX_PRIVATE_FLAG
      allow("futex", 1, equals: operation)
    }
  }

  /// Allows queries of its own sockets and threads.
  private func addQuestions(_ filter: SyscallFilter) {
    add(SCMP_ACT_ALLOW, "prlimit64", [Self.equal(0, 0), Self.equal(2, 0)])
    // Of the sockets: kind, error, sizes of buffers, whether it listens, protocol, domain.
    for option in [3, 4, 7, 8, 30, 38, 39] as [UInt64] {
      add(SCMP_ACT_ALLOW, "getsockopt", [Self.equal(1, UInt64(SOL_SOCKET)), Self.equal(2, option)])
    }
    if filter.isNetworkAllowed {
      for level in [IPPROTO_IP, IPPROTO_TCP, IPPROTO_UDP, IPPROTO_IPV6] {
        allow("getsockopt", 1, equals: UInt64(level))
      }
    }
    // Registers of threads: set, get.
    for code in [0x1002, 0x1003] as [UInt64] { allow("arch_prctl", 0, equals: code) }
  }
}
