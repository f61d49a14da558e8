internal import Glibc
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Which pages of other origins may use MIDI, as the user has said.
///
/// A file of the user's own, which all hosts read anew whenever it has changed.
///
/// Thread: control, several at once and in several processes.
package struct WebMIDIPermissions: Sendable {
  /// The file; it need not be there.
  package let path: String

  /// Bytes of the file at most.
  private static let limit = 1 << 20
  /// Origins at most.
  private static let originLimit = 1000

  /// Keeps them in a file.
  package init(path: String) { self.path = path }

  /// The user's own: `$XDG_CONFIG_HOME/tenuto/web-midi.json`, by default
  /// `~/.config/tenuto/web-midi.json`; nil without a home.
  package static var standard: WebMIDIPermissions? {
    GrantStore.standard.map {
      WebMIDIPermissions(path: FileCalls.parent(of: $0.folder) + "/web-midi.json")
    }
  }

  /// What a page may do.
  package struct Permission: Codable, Sendable, Equatable {
    /// Whether System Exclusive messages are allowed, both ways.
    package var sysex: Bool
  }

  /// What the file holds.
  struct Content: Codable, Sendable, Equatable {
    /// What the ids of ports are made with, as hexadecimal digits.
    var secret: String
    /// By origin.
    var origins: [String: Permission]

    /// The content of a file; nil where it is none.
    init?(parsing bytes: [UInt8]) {
      guard let value = WireJSON.value(bytes, as: Content.self), value.secret.utf8.count >= 32,
        value.origins.count <= WebMIDIPermissions.originLimit,
        value.origins.keys.allSatisfy({ WebOrigin(parsing: $0)?.text == $0 })
      else { return nil }
      self = value
    }

    /// Nothing is allowed, and ids are like no others.
    init() {
      secret = WebAccess.secret()
      origins = [:]
    }
  }

  // MARK: - Reading

  /// What a page of that origin may do; nil for nothing.
  package func permission(of origin: WebOrigin) -> Permission? { content?.origins[origin.text] }

  /// All that is allowed, in the order of the origins.
  package var all: [(origin: String, permission: Permission)] {
    (content?.origins ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What differs once the file has changed.
  var stamp: [Int] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    return [
      Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      Int(status.st_size),
    ]
  }

  /// What the file holds; nil where there is none that can be read: nothing is allowed then.
  var content: Content? {
    (try? FileCalls.read(path, limit: Self.limit)).flatMap { Content(parsing: $0) }
  }

  // MARK: - Changing

  /// Allows a page MIDI, and System Exclusive messages only where that is said.
  ///
  /// - Throws: 500 where the file cannot be written, 409 where there are too many.
  package func allow(_ origin: WebOrigin, sysex: Bool) throws(RequestError) {
    try change { content throws(RequestError) in
      content.origins[origin.text] = Permission(sysex: sysex)
      guard content.origins.count <= Self.originLimit else {
        throw RequestError(409, "\(Self.originLimit) pages may use MIDI already; revoke one first.")
      }
    }
  }

  /// Takes back what a page was allowed; whether there was something.
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

  /// The secret that ids are made with; the file is made where it is not there.
  func secret() throws(RequestError) -> String {
    if let content { return content.secret }
    var secret = ""
    try change { content throws(RequestError) in secret = content.secret }
    return secret
  }

  /// Changes the file in one piece, while no other process does.
  private func change(
    _ edit: (inout Content) throws(RequestError) -> Void
  ) throws(RequestError) {
    let folder = FileCalls.parent(of: path)
    do throws(SystemError) { try FileCalls.makeFolders(folder) } catch { throw refusal(error) }
    let lock = try lock(folder)
    defer { FileCalls.unlock(lock) }
    // One that cannot be read is not written over: it may be a newer version's.
    var content = Content()
    if FileCalls.exists(path) {
      guard let known = self.content else {
        throw RequestError(500, "'\(path)' is not what it should be; move it away.")
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
