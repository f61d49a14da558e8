internal import CSeccomp
internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// The system calls that an extension may make, as a program that the kernel runs at each of them.
///
/// What is not listed fails with EPERM; what only an attack makes ends the process.
struct SyscallFilter: Sendable, Hashable {
  var isNetworkAllowed = false
  var isWritingAllowed = false
  /// Whether it has libraries to map, and so could map what it has written into shared memory.
  var isDynamic = true

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

/// Translates the lists into a program, with libseccomp.
@safe private final class FilterBuilder {
  private let context: scmp_filter_ctx
  private var error: CInt = 0

  private init?() {
    guard let context = unsafe seccomp_init(Self.errno(EPERM)) else { return nil }
    unsafe self.context = unsafe context
  }

  deinit { unsafe seccomp_release(context) }

  static func build(_ filter: SyscallFilter) throws(SystemError) -> [UInt64] {
    guard let builder = FilterBuilder() else { throw SystemError("seccomp_init", code: ENOMEM) }
    builder.addLists(filter)
    builder.addArguments(filter)
    unsafe builder.check(
      seccomp_attr_set(builder.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
    // Sorted: a search instead of one comparison after the other at each call.
    unsafe builder.check(seccomp_attr_set(builder.context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    guard builder.error == 0 else { throw SystemError("seccomp_rule_add", code: -builder.error) }
    return try builder.export()
  }

  private static func errno(_ number: CInt) -> UInt32 { 0x0005_0000 | UInt32(number) }

  private func check(_ result: CInt) { if result < 0 && error == 0 { error = result } }

  /// Adds a rule; a name that this machine does not have is nothing to filter.
  private func add(_ action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp] = []) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    guard number >= 0 else { return }
    unsafe check(
      seccomp_rule_add_array(context, action, number, UInt32(arguments.count), arguments))
  }

  private func allow(_ name: String, _ argument: UInt32, equals value: UInt64) {
    add(SCMP_ACT_ALLOW, name, [Self.equal(argument, value)])
  }

  private static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  private static func masked(_ argument: UInt32, _ mask: Int32, _ value: Int32) -> scmp_arg_cmp {
    scmp_arg_cmp(
      arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
      datum_b: UInt64(UInt32(bitPattern: value)))
  }

  private func addLists(_ filter: SyscallFilter) {
    var names = SyscallNames.allowed
    if filter.isNetworkAllowed { names += SyscallNames.network }
    if filter.isWritingAllowed { names += SyscallNames.writing }
    for name in names { add(SCMP_ACT_ALLOW, name) }
    for name in SyscallNames.hostile { add(SCMP_ACT_KILL_PROCESS, name) }
    if filter.isNetworkAllowed {
      for family in [AF_INET, AF_INET6] { allow("socket", 0, equals: UInt64(family)) }
    }
  }

  /// Calls that are harmless with some arguments only.
  private func addArguments(_ filter: SyscallFilter) {
    addProcesses()
    addMemory(filter)
    for command in [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, 1034] {
      allow("fcntl", 1, equals: UInt64(command))
    }
    // Is it a terminal, how much is there to read, do not block.
    for request in [0x5401, 0x541B, 0x5421] as [UInt64] { allow("ioctl", 1, equals: request) }
    // Names of threads and memory: set, get.
    for option in [15, 16, 0x5356_4D41] as [UInt64] { allow("prctl", 0, equals: option) }
    allow("prlimit64", 2, equals: 0)
    // libdispatch sets priorities and logs if that fails.
    add(Self.errno(0), "setpriority")
  }

  private static let cloneThread: Int32 = 0x1_0000

  private func addProcesses() {
    let own = UInt64(TENUTO_OWN_PROCESS)
    for name in ["tgkill", "kill"] { allow(name, 0, equals: own) }
    // Threads yes, processes no; glibc tries clone3 first, whose arguments no filter can see.
    add(SCMP_ACT_ALLOW, "clone", [Self.masked(0, Self.cloneThread, Self.cloneThread)])
    add(Self.errno(ENOSYS), "clone3")
    // The launch itself: a number that nothing can have afterwards.
    add(
      SCMP_ACT_ALLOW, "execveat",
      [
        Self.equal(0, UInt64(TENUTO_EXECUTABLE_DESCRIPTOR)),
        Self.equal(4, 0x1000),  // AT_EMPTY_PATH
      ])
  }

  private func addMemory(_ filter: SyscallFilter) {
    let both = PROT_WRITE | PROT_EXEC
    for protection in [0, PROT_WRITE] + (filter.isDynamic ? [PROT_EXEC] : []) {
      add(SCMP_ACT_ALLOW, "mmap", [Self.masked(2, both, protection)])
    }
    add(SCMP_ACT_ALLOW, "mprotect", [Self.masked(2, PROT_EXEC, 0)])
    // No MADV_REMOVE: it punches holes into memory that the host reads.
    for advice in [0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19] as [UInt64] {
      allow("madvise", 2, equals: advice)
    }
  }

  /// The program as the kernel takes it.
  private func export() throws(SystemError) -> [UInt64] {
    var reader: CInt = -1
    var writer: CInt = -1
    let failure = unsafe tenuto_pipe(&reader, &writer)
    guard failure == 0 else { throw SystemError("pipe", code: failure) }
    // At most 4096 instructions, which a pipe holds.
    let result = unsafe seccomp_export_bpf(context, writer)
    _ = close(writer)
    defer { _ = close(reader) }
    guard result == 0 else { throw SystemError("seccomp_export_bpf", code: -result) }
    var words = [UInt64](repeating: 0, count: 4096)
    let count = unsafe words.withUnsafeMutableBytes {
      unsafe read(reader, $0.baseAddress, $0.count)
    }
    guard count > 0, count % 8 == 0 else { throw SystemError("read", code: EIO) }
    return Array(words.prefix(count / 8))
  }
}
