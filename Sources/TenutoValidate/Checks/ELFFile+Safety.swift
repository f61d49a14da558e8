internal import TenutoSupervision

/// What an executable's headers say of its safety.
extension ELFFile {
  /// Libraries that an extension may need: the system's, Swift's, and those of the synthesizers
  /// and plug-ins for which Tenuto itself brings one.
  private static let allowed = [
    "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "libgcc_s.so", "libstdc++.so",
    "libswift", "lib_Foundation", "libFoundation", "libdispatch.so", "libBlocksRuntime.so",
    "ld-linux", "libutil.so", "libresolv.so", "libfluidsynth.so",
  ]

  /// What must not be; nil where all is well.
  var fault: String? {
    if !hasStackHeader || isStackExecutable { return "its stack can be executed" }
    if hasWritableCode { return "a segment of it can be written and executed" }
    let foreign = libraries.filter { name in !Self.allowed.contains { name.hasPrefix($0) } }
    return foreign.isEmpty ? nil : "it needs \(foreign.joined(separator: ", "))"
  }

  /// What should not be; a static executable has no tables that need a place of their own.
  var weaknesses: [String] {
    var list: [String] = []
    if !isPositionIndependent && interpreter { list.append("it is not position-independent") }
    if !isReadOnlyAfterStart { list.append("its tables stay writable (no RELRO)") }
    return list
  }
}
