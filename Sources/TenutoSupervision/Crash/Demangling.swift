internal import Glibc

/// Turns mangled Swift names into readable ones.
public enum Demangling {
  /// Returns the readable form of a mangled name, and other names unchanged.
  ///
  /// Call it outside the process that plays: the names come from an untrusted file, and the
  /// runtime's demangler was not written for hostile input.
  public static func name(_ mangled: String) -> String {
    guard mangled.hasPrefix("$s") else { return mangled }
    let text = unsafe swiftDemangle(mangled, mangled.utf8.count, nil, nil, 0)
    guard let text = unsafe text else { return mangled }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

/// The runtime function of that name, for which no header exists.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
