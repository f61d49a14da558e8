internal import CTenuto
internal import TenutoTransport

/// The files that an extension may see, as a Landlock ruleset.
struct FileRules: ~Copyable {
  let ruleset: Descriptor

  /// A ruleset for some files.
  ///
  /// - Throws: The system's error where there is no Landlock.
  init(_ files: VisibleFiles, isNetworkAllowed: Bool) throws(SystemError) {
    let abi = tenuto_landlock_abi()
    guard abi > 0 else { throw SystemError("landlock_create_ruleset", code: -abi) }
    let number = tenuto_landlock_create(abi, isNetworkAllowed ? 1 : 0)
    guard number >= 0 else { throw SystemError("landlock_create_ruleset", code: -number) }
    ruleset = Descriptor(owning: number)
    // What is not there needs no rule.
    for entry in files.entries {
      _ = unsafe tenuto_landlock_allow(number, abi, entry.path, entry.rights)
    }
  }
}
