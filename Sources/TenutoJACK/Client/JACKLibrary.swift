internal import CJACK

/// libjack, opened at run time, so that programs also run without JACK.
///
/// It finds JACK's own library or PipeWire's substitute, as `libjack.so.0`.
@safe public struct JACKLibrary: Sendable {
  /// The function table, which lives as long as the process and never changes.
  nonisolated(unsafe) let api: UnsafePointer<cjack_api>

  /// Whether libjack is installed, with or without a running server.
  ///
  /// Thread: control.
  public static var isInstalled: Bool { (try? load()) != nil }

  /// Loads libjack, once per process.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.notInstalled`. A later call tries again.
  public static func load() throws(JACKError) -> JACKLibrary {
    var reason: UnsafePointer<CChar>?
    guard let api = unsafe cjack_load(&reason) else {
      throw .notInstalled(reason: unsafe String(optionalCString: reason))
    }
    return unsafe JACKLibrary(api: api)
  }

  /// Loads the library with another file name, to test a missing library or PipeWire's.
  package static func load(named name: String) throws(JACKError) -> JACKLibrary {
    var reason: UnsafePointer<CChar>?
    guard let api = unsafe cjack_load_named(name, &reason) else {
      throw .notInstalled(reason: unsafe String(optionalCString: reason))
    }
    return unsafe JACKLibrary(api: api)
  }

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
