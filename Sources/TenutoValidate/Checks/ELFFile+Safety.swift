internal import TenutoSupervision

/// Safety properties in an executable's headers.
extension ELFFile {
  /// Libraries that an extension may need: the system's, Swift's, and those of the synthesizers and
  /// plug-ins that Tenuto itself supports.
  private static let allowed = [
    "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "libgcc_s.so", "libstdc++.so",
    "libswift", "lib_Foundation", "libFoundation", "libdispatch.so", "libBlocksRuntime.so",
    "ld-linux", "libutil.so", "libresolv.so", "libfluidsynth.so",
  ]

  /// A property that is not acceptable, or nil.
  var fault: String? {
    if !hasStackHeader || isStackExecutable { return "its stack is executable" }
    if hasWritableCode { return "it has a writable and executable segment" }
    let foreign = libraries.filter { name in !Self.allowed.contains { name.hasPrefix($0) } }
    return foreign.isEmpty ? nil : "it links \(foreign.joined(separator: ", "))"
  }

  /// Properties that should be better; only a dynamic executable needs position independence.
  var weaknesses: [String] {
    var list: [String] = []
    if !isPositionIndependent && interpreter { list.append("it is not position-independent") }
    if !isReadOnlyAfterStart { list.append("its tables stay writable (no RELRO)") }
    return list
  }
}
