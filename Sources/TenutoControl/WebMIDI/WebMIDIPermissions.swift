internal import Glibc
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The permissions of pages of other origins to use MIDI.
///
/// They are kept in a file of the user, which every host reads again when it has changed.
///
/// Thread: control, several at once and in several processes.
package struct WebMIDIPermissions: Sendable {
  /// The path of the file; it need not exist.
  package let path: String

  /// Maximum size of the file in bytes.
  private static let limit = 1 << 20
  /// Maximum number of origins.
  private static let originLimit = 1000

  /// Uses a file.
  package init(path: String) { self.path = path }

  /// The user's file: `$XDG_CONFIG_HOME/tenuto/web-midi.json`, by default
  /// `~/.config/tenuto/web-midi.json`; nil without a home folder.
  package static var standard: WebMIDIPermissions? {
    GrantStore.standard.map {
      WebMIDIPermissions(path: FileCalls.parent(of: $0.folder) + "/web-midi.json")
    }
  }

  /// The permission of a page.
  package struct Permission: Codable, Sendable, Equatable {
    /// Whether System Exclusive messages are allowed, in both directions.
    package var sysex: Bool
  }

  /// The content of the file.
  struct Content: Codable, Sendable, Equatable {
    /// The secret for the ids of ports, in hexadecimal digits.
    var secret: String
    /// The permissions by origin.
    var origins: [String: Permission]

    /// Parses a file; nil if it is malformed.
    init?(parsing bytes: [UInt8]) {
      guard let value = WireJSON.value(bytes, as: Content.self), value.secret.utf8.count >= 32,
        value.origins.count <= WebMIDIPermissions.originLimit,
        value.origins.keys.allSatisfy({ WebOrigin(parsing: $0)?.text == $0 })
      else { return nil }
      self = value
    }

    /// Creates a content without permissions, with a new secret.
    init() {
      secret = WebAccess.secret()
      origins = [:]
    }
  }

  // MARK: - Reading

  /// Returns the permission of a page of that origin; nil if it has none.
  package func permission(of origin: WebOrigin) -> Permission? { content?.origins[origin.text] }

  /// All permissions, in the order of their origins.
  package var all: [(origin: String, permission: Permission)] {
    (content?.origins ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The file's inode, modification time and size, which change with its content.
  var stamp: [Int] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    return [
      Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      Int(status.st_size),
    ]
  }

  /// The content of the file; nil if it is missing or cannot be read, which allows nothing.
  var content: Content? {
    (try? FileCalls.read(path, limit: Self.limit)).flatMap { Content(parsing: $0) }
  }

  // MARK: - Changing

  /// Allows a page MIDI, with or without System Exclusive messages.
  ///
  /// - Throws: 500 if the file cannot be written, 409 if there are too many permissions.
  package func allow(_ origin: WebOrigin, sysex: Bool) throws(RequestError) {
    try change { content throws(RequestError) in
      content.origins[origin.text] = Permission(sysex: sysex)
      guard content.origins.count <= Self.originLimit else {
        throw RequestError(409, "\(Self.originLimit) pages may use MIDI already; revoke one first.")
      }
    }
  }

  /// Revokes a page's permission; returns whether there was one.
  ///
  /// - Throws: As `allow`.
  package func revoke(_ origin: WebOrigin) throws(RequestError) -> Bool {
    guard permission(of: origin) != nil else { return false }
    var wasThere = false
    try change { content throws(RequestError) in
      wasThere = content.origins.removeValue(forKey: origin.text) != nil
    }
    return wasThere
  }

  /// Returns the secret for ids; creates the file if it does not exist.
  func secret() throws(RequestError) -> String {
    if let content { return content.secret }
    var secret = ""
    try change { content throws(RequestError) in secret = content.secret }
    return secret
  }

  /// Replaces the file atomically, while no other process changes it.
  private func change(
    _ edit: (inout Content) throws(RequestError) -> Void
  ) throws(RequestError) {
    let folder = FileCalls.parent(of: path)
    do throws(SystemError) { try FileCalls.makeFolders(folder) } catch { throw refusal(error) }
    let lock = try lock(folder)
    defer { FileCalls.unlock(lock) }
    // An unreadable file is not overwritten: a newer version may have written it.
    var content = Content()
    if FileCalls.exists(path) {
      guard let known = self.content else {
        throw RequestError(500, "'\(path)' is malformed; move it away.")
      }
      content = known
    }
    try edit(&content)
    let bytes = try WireJSON.bytes(content)
    let unfinished = "\(path).\(getpid())"
    do throws(SystemError) {
      if FileCalls.exists(unfinished) { try FileCalls.remove(unfinished) }
      try FileCalls.create(unfinished, mode: 0o600, bytes)
      try FileCalls.rename(unfinished, to: path)
    } catch {
      throw refusal(error)
    }
  }

  private func lock(_ folder: String) throws(RequestError) -> Descriptor {
    do throws(SystemError) { return try FileCalls.lock(folder) } catch { throw refusal(error) }
  }

  private func refusal(_ error: SystemError) -> RequestError {
    RequestError(500, "'\(path)' cannot be written: \(error).")
  }
}
