internal import CJACK

/// libjack, opened at run time, so that programs run where JACK is not installed.
///
/// Both JACK's own library and PipeWire's substitute are found, as `libjack.so.0`.
@safe public struct JACKLibrary: Sendable {
  /// The functions; the table lives as long as the process and never changes.
  nonisolated(unsafe) let api: UnsafePointer<cjack_api>

  /// Whether libjack is installed; this says nothing about a server.
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

  /// Loads the library of another file name, for tests: of its absence, or of PipeWire's.
  package static func load(named name: String) throws(JACKError) -> JACKLibrary {
    var reason: UnsafePointer<CChar>?
    guard let api = unsafe cjack_load_named(name, &reason) else {
      throw .notInstalled(reason: unsafe String(optionalCString: reason))
    }
    return unsafe JACKLibrary(api: api)
  }

  /// The version that the library states, for instance "1.9.21".
  public var version: String {
    unsafe String(optionalCString: api.pointee.get_version_string())
  }

  /// The complaints that libjack has made in this process; they are collected, not printed.
  public static var complaintCount: UInt64 { cjack_error_count() }

  /// The first complaint on this thread since `clearComplaint()`, "" if none.
  static var complaint: String { unsafe String(cString: cjack_last_error()) }

  static func clearComplaint() { cjack_clear_error() }
}

extension String {
  /// Copies a C string, "" for none.
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
