internal import CJACK
internal import Synchronization

/// A libjack, opened at run time, so that programs also run without JACK.
///
/// JACK's own library and PipeWire's substitute may both be installed. A client uses the one whose
/// server runs: first the one that was used last, or that the dynamic linker finds as
/// `libjack.so.0`. All open clients of a process use the same.
@safe public struct JACKLibrary: Sendable {
  /// The function table.
  nonisolated(unsafe) let api: UnsafePointer<cjack_api>  // immutable, never freed

  /// Whether a libjack is installed, with or without a running server.
  ///
  /// Thread: control.
  public static var isInstalled: Bool { (try? load()) != nil }

  /// The name under which the dynamic linker finds a library, and the usual places of the others.
  private static let names =
    ["libjack.so.0"]
    + ["/usr/lib/\(machine)-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"].flatMap {
      ["\($0)/pipewire-0.3/jack/libjack.so.0", "\($0)/libjack.so.0"]
    }

  private static var machine: String {
    #if arch(arm64)
    "aarch64"
    #else
    "x86_64"
    #endif
  }

  /// The loaded libraries, in the order of loading.
  private static let loaded = Mutex<[JACKLibrary]>([])

  /// The first library that was loaded in this process, or can be.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.notInstalled`. A later call tries again.
  public static func load() throws(JACKError) -> JACKLibrary {
    if let first = loaded.withLock(\.first) { return first }
    do throws(JACKError) {
      return try load(named: names[0])
    } catch {
      for name in names.dropFirst() {
        if let library = try? load(named: name) { return library }
      }
      throw error
    }
  }

  /// Every installed library.
  static var all: [JACKLibrary] {
    for name in names { _ = try? load(named: name) }
    return loaded.withLock(\.self)
  }

  /// Loads a library by its file name or path.
  package static func load(named name: String) throws(JACKError) -> JACKLibrary {
    var reason: UnsafePointer<CChar>?
    guard let api = unsafe cjack_load(name, &reason) else {
      throw .notInstalled(reason: unsafe String(optionalCString: reason))
    }
    let library = unsafe JACKLibrary(api: api)
    loaded.withLock { loaded in
      if !loaded.contains(where: library.isSame) { loaded.append(library) }
    }
    return library
  }

  func isSame(as other: JACKLibrary) -> Bool { unsafe api == other.api }

  /// The library's version, for instance "1.9.21".
  public var version: String {
    unsafe String(optionalCString: api.pointee.get_version_string())
  }

  /// The number of complaints by libjack in this process, which are collected and not printed.
  public static var complaintCount: UInt64 { cjack_error_count() }

  /// The first error message on this thread since `clearComplaint()`, "" if none exists.
  static var complaint: String { unsafe String(cString: cjack_last_error()) }

  static func clearComplaint() { cjack_clear_error() }
}

extension String {
  /// Copies a C string; "" for nil.
  init(optionalCString string: UnsafePointer<CChar>?) {
    guard let string = unsafe string else {
      self = ""
      return
    }
    self = unsafe String(cString: string)
  }
}

extension Array where Element == String {
  /// Copies a list that libjack allocated, and frees it.
  init(consumingJACKList list: UnsafeMutablePointer<UnsafePointer<CChar>?>?, library: JACKLibrary) {
    self = []
    guard let list = unsafe list else { return }
    var entry = unsafe list
    while let name = unsafe entry.pointee {
      append(unsafe String(cString: name))
      unsafe entry += 1
    }
    unsafe library.api.pointee.free(list)
  }
}
