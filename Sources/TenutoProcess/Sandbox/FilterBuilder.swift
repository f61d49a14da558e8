internal import CSeccomp
internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// Translates rules into a program, with libseccomp.
@safe final class FilterBuilder {
  private let context: scmp_filter_ctx
  private var error: CInt = 0

  private init?() {
    guard let context = unsafe seccomp_init(Self.errno(EPERM)) else { return nil }
    unsafe self.context = unsafe context
  }

  deinit { unsafe seccomp_release(context) }

  /// The program for a filter, one instruction a word.
  ///
  /// - Throws: The error of libseccomp.
  static func build(_ filter: SyscallFilter) throws(SystemError) -> [UInt64] {
    guard let builder = FilterBuilder() else { throw SystemError("seccomp_init", code: ENOMEM) }
    builder.addLists(filter)
    builder.addArguments(filter)
    unsafe builder.check(
      seccomp_attr_set(builder.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
    // A binary search instead of a linear one at each call.
    unsafe builder.check(seccomp_attr_set(builder.context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    guard builder.error == 0 else { throw SystemError("seccomp_rule_add", code: -builder.error) }
    return try builder.export()
  }

  /// The action that makes a call fail with an error number.
  static func errno(_ number: CInt) -> UInt32 { 0x0005_0000 | UInt32(number) }

  private func check(_ result: CInt) { if result < 0 && error == 0 { error = result } }

  /// Adds a rule; names that this machine lacks are skipped.
  func add(_ action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp] = []) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    guard number >= 0 else { return }
    unsafe check(
      seccomp_rule_add_array(context, action, number, UInt32(arguments.count), arguments))
  }

  /// Allows a call if one of its arguments has this value.
  func allow(_ name: String, _ argument: UInt32, equals value: UInt64) {
    add(SCMP_ACT_ALLOW, name, [Self.equal(argument, value)])
  }

  /// A comparison of all 64 bits of an argument.
  static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// A comparison of an argument's lower 32 bits under a mask.
  static func masked(_ argument: UInt32, _ mask: Int32, _ value: Int32) -> scmp_arg_cmp {
    scmp_arg_cmp(
      arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
      datum_b: UInt64(UInt32(bitPattern: value)))
  }

  /// The program as the kernel takes it.
  private func export() throws(SystemError) -> [UInt64] {
    var reader: CInt = -1
    var writer: CInt = -1
    let failure = unsafe tenuto_pipe(&reader, &writer)
    guard failure == 0 else { throw SystemError("pipe", code: failure) }
    // At most 4096 instructions: they fit in a pipe.
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
