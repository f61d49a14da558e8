internal import Glibc
public import TenutoComponents
internal import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// The permissions that the user has granted, by executable.
///
/// A folder with one file per executable, named by its SHA-256, so that a changed executable has no
/// grants; each line is a grant.
///
/// Thread: control.
public struct GrantStore: Sendable, Equatable {
  /// The folder; it need not exist.
  public let folder: String

  /// Creates a store for the grants in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The user's own store: `$XDG_CONFIG_HOME/tenuto/grants`, by default `~/.config/tenuto/grants`;
  /// nil without a home folder.
  public static var standard: GrantStore? {
    UserFolders.configuration.map { GrantStore(folder: $0 + "/grants") }
  }

  /// Whether the user has granted everything that a component needs.
  ///
  /// - Throws: The error of reading a file.
  public func covers(_ component: Component) throws(HostError) -> Bool {
    let needs = component.needs.withoutPackaged
    guard !needs.isEmpty else { return true }
    let path = try path(of: component)
    guard FileCalls.exists(path) else { return false }
    return Self.covers(needs, try Self.read(path, limit: 1 << 16))
  }

  /// Whether a file's content covers all needs.
  ///
  /// Compares bytes: paths that are equal in Unicode may name different files.
  static func covers(_ needs: SandboxGrants, _ content: [UInt8]) -> Bool {
    let granted = Set(content.split(separator: 0x0A))
    return needs.phrases.allSatisfy { granted.contains(Array($0.utf8)[...]) }
  }

  /// The content of a file: one line for each grant.
  static func content(_ grants: SandboxGrants) -> [UInt8] {
    grants.phrases.flatMap { Array($0.utf8) + [0x0A] }
  }

  /// Grants a component everything that it needs.
  ///
  /// - Throws: The error of writing a file.
  public func grant(_ component: Component) throws(HostError) {
    let path = try path(of: component)
    let unfinished = "\(path).\(getpid())"
    try Self.attempt(.fileWriteFailed, path, "cannot be written") { () throws(SystemError) in
      try FileCalls.makeFolders(folder)
      if FileCalls.exists(unfinished) { try FileCalls.remove(unfinished) }
      try FileCalls.create(unfinished, mode: 0o600, Self.content(component.needs))
      try FileCalls.rename(unfinished, to: path)
    }
  }

  /// Revokes the grants of a component's executable; returns false if there were none.
  ///
  /// - Throws: The error of writing a file.
  public func revoke(_ component: Component) throws(HostError) -> Bool {
    let path = try path(of: component)
    guard FileCalls.exists(path) else { return false }
    try Self.attempt(.fileWriteFailed, path, "cannot be removed") { () throws(SystemError) in
      try FileCalls.remove(path)
    }
    return true
  }

  private func path(of component: Component) throws(HostError) -> String {
    let bytes = try Self.read(component.executablePath, limit: 1 << 30)
    return "\(folder)/\(SHA256.hexadecimal(of: bytes))"
  }

  private static func read(_ path: String, limit: Int) throws(HostError) -> [UInt8] {
    try attempt(.fileReadFailed, path, "cannot be read") { () throws(SystemError) in
      try FileCalls.read(path, limit: limit)
    }
  }

  private static func attempt<T>(
    _ code: HostError.Code, _ path: String, _ doing: String,
    _ body: () throws(SystemError) -> T
  ) throws(HostError) -> T {
    do throws(SystemError) {
      return try body()
    } catch {
      throw HostError(code, path: path, doing, because: error)
    }
  }
}
