import CSeccomp
import Glibc

/// A container's or service manager's restrictions around the host: failing system calls.
@safe final class OuterFilter {
  private let context: scmp_filter_ctx

  /// Everything is allowed at first.
  init?() {
    guard let context = unsafe seccomp_init(SCMP_ACT_ALLOW) else { return nil }
    unsafe self.context = unsafe context
  }

  deinit { unsafe seccomp_release(context) }

  /// Denies a call from now on, such as `landlock_create_ruleset=EPERM`; `users` means clones into
  /// a user namespace, `namespaces` all into any.
  func deny(_ order: String) -> Bool {
    let words = order.split(separator: "=").map(String.init)
    guard words.count == 2, let error = Self.errors[words[1]] else { return false }
    let action = 0x0005_0000 | UInt32(error)
    guard let flags = Self.cloneFlags[words[0]] else { return add(action, words[0], []) }
    return flags.allSatisfy { flag in
      add(
        action, "clone",
        [scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: flag, datum_b: flag)])
    }
  }

  /// Activates the filter for this thread and its children.
  func load() -> Bool { unsafe seccomp_load(context) == 0 }

  private func add(_ action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp]) -> Bool {
    let number = unsafe seccomp_syscall_resolve_name(name)
    guard number >= 0 else { return false }
    return unsafe seccomp_rule_add_array(
      context, action, number, UInt32(arguments.count), arguments) == 0
  }

  private static let errors = ["EPERM": EPERM, "ENOSYS": ENOSYS, "EINVAL": EINVAL]

  private static let newMounts: UInt64 = 0x2_0000
  private static let newUsers: UInt64 = 0x1000_0000
  private static let newProcesses: UInt64 = 0x2000_0000

  private static let cloneFlags = [
    "users": [newUsers],
    "namespaces": [newMounts, newUsers, newProcesses],
  ]
}
