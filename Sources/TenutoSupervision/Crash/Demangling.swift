internal import Glibc

/// Swift's names as people write them.
public enum Demangling {
  /// The name behind a mangled one; others are given back as they are.
  ///
  /// Not for the process that plays: the names come from a file that is not trusted, and the
  /// runtime's reader of them was not made for such.
  public static func name(_ mangled: String) -> String {
    guard mangled.hasPrefix("$s") else { return mangled }
    let text = unsafe swiftDemangle(mangled, mangled.utf8.count, nil, nil, 0)
    guard let text = unsafe text else { return mangled }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

/// The runtime's function of that name: it has no header.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
