internal import Glibc

/// The list of contacts, kept in a text file with a line for each host.
///
/// A line holds the port, the address and the name, separated by tabs. The connection policy is a
/// line with `policy`, a tab and the policy's name. A System Exclusive permission is a line with
/// `sysex`, the limits for received and for sent messages, and the host's address.
struct MIDINetworkContacts: Equatable, Sendable {
  /// Maximum number of contacts.
  static let maximumCount = 256
  /// Maximum size of the file in bytes.
  private static let maximumBytes = 1 << 16

  private(set) var hosts: [MIDINetworkHost] = []
  /// The System Exclusive permissions that were set, by the hosts' addresses.
  private(set) var permissions: [String: MIDINetworkSystemExclusive] = [:]
  /// The policy with which a session starts; nil for the default.
  var policy: MIDINetworkConnectionPolicy?

  private static let policies: [(name: String, policy: MIDINetworkConnectionPolicy)] = [
    ("no-one", .noOne), ("contacts", .hostsInContactList), ("anyone", .anyone),
  ]

  init() {}

  /// Parses a list; malformed lines are ignored.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      if fields.count == 2, fields[0] == "policy" {
        policy = Self.policies.first { $0.name == fields[1] }?.policy
      }
      if fields.count == 3, fields[0] == "sysex" {
        let limits = fields[1].split(separator: " ").compactMap {
          MIDINetworkSystemExclusive.Limit(rawValue: String($0))
        }
        guard limits.count == 2 else { continue }
        permit(MIDINetworkSystemExclusive(received: limits[0], sent: limits[1]), String(fields[2]))
      }
      guard fields.count == 3, let port = UInt16(fields[0]), port > 0 else { continue }
      add(MIDINetworkHost(name: String(fields[2]), address: String(fields[1]), port: port))
    }
  }

  /// The list as a text.
  var text: String {
    let kept = Self.policies.filter { $0.policy == policy }.map { "policy\t\($0.name)\n" }
    let permitted = permissions.sorted { $0.key < $1.key }.map { address, permission in
      "sysex\t\(permission.received.rawValue) \(permission.sent.rawValue)\t\(address)\n"
    }
    let contacts = hosts.map { "\($0.port)\t\($0.address)\t\($0.name)\n" }
    return (kept + permitted + contacts).joined()
  }

  /// Sets the System Exclusive permission of an address, or removes it; returns false if the address
  /// is not valid, or too many are set.
  @discardableResult
  mutating func permit(_ permission: MIDINetworkSystemExclusive?, _ address: String) -> Bool {
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard isPlain, (1...255).contains(address.utf8.count),
      permissions.count < Self.maximumCount || permissions[address] != nil || permission == nil
    else { return false }
    permissions[address] = permission
    return true
  }

  /// Adds a host; returns false if it is a contact already, has no valid address, or the list is
  /// full.
  @discardableResult
  mutating func add(_ host: MIDINetworkHost) -> Bool {
    let isPlain = (host.address + host.name).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    let isShort = host.address.utf8.count <= 255 && host.name.utf8.count <= 255
    guard isPlain, isShort, !host.address.isEmpty, hosts.count < Self.maximumCount,
      !hosts.contains(where: { $0.hasSameAddress(as: host) })
    else { return false }
    hosts.append(host)
    return true
  }

  /// Removes a host; returns false if it is not a contact.
  mutating func remove(_ host: MIDINetworkHost) -> Bool {
    let count = hosts.count
    hosts.removeAll { $0.hasSameAddress(as: host) }
    guard hosts.count < count else { return false }
    // A contact that is added again begins anew.
    if !hosts.contains(where: { $0.address == host.address }) { permissions[host.address] = nil }
    return true
  }
}

// MARK: - The file

extension MIDINetworkContacts {
  /// The default path: `$XDG_STATE_HOME/tenuto/network-contacts`; nil without a home folder.
  static var usualPath: String? {
    func folder(_ variable: String) -> String? {
      guard let value = unsafe getenv(variable) else { return nil }
      let path = unsafe String(cString: value)
      return path.hasPrefix("/") ? path : nil
    }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" }
    return state.map { "\($0)/tenuto/network-contacts" }
  }

  /// Reads a file; the list is empty if none exists.
  init(path: String) {
    self.init()
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    let count = unsafe read(file, &bytes, bytes.count)
    if count > 0 { self = Self(text: String(decoding: bytes[..<count], as: UTF8.self)) }
  }

  /// Replaces a file atomically.
  func write(to path: String) throws(NetworkMIDIError) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      unsafe mkdir(folder, 0o700)
    }
    let temporary = "\(path).\(getpid()).new"
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    let count = unsafe Glibc.write(file, bytes, bytes.count)
    let isSafe = count == bytes.count && fdatasync(file) == 0
    let isKept = unsafe isSafe && rename(temporary, path) == 0
    let number = errno
    if file >= 0 { close(file) }
    guard !isKept else { return }
    unsafe unlink(temporary)
    throw NetworkMIDIError(
      .file, "The contacts cannot be kept in \(path): \(NetworkMIDIError.words(number)).",
      errorNumber: number)
  }
}
