internal import Glibc

/// The process at the other end of a Unix socket, as identified by the kernel (`SO_PEERCRED`,
/// `unix(7)`).
struct PeerProcess {
  let identifier: pid_t
  let user: uid_t

  /// `struct ucred`, which Swift does not import.
  private struct Credentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
  }

  /// Creates nil if the system does not identify the peer.
  init?(of descriptor: Int32) {
    var credentials = Credentials()
    var size = socklen_t(MemoryLayout<Credentials>.size)
    guard
      unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
    else { return nil }
    identifier = credentials.process
    user = credentials.user
  }

  /// Whether it was killed: its sockets accept connections until the kernel has ended it and its
  /// children.
  var isEnding: Bool {
    // A process of another PID namespace has the number 0.
    guard identifier > 0 else { return false }
    guard let fields = Self.fields(of: identifier) else { return true }
    guard let state = fields.first, fields.count > Self.pendingField,
      let flags = UInt64(fields[Self.flagsField]), let pending = UInt64(fields[Self.pendingField])
    else { return false }
    return "ZX".contains(state) || flags & Self.exitingFlag != 0
      || pending & 1 << (UInt64(SIGKILL) - 1) != 0
  }

  /// Indices of the fields after the program's name in `/proc/PID/stat` (`proc_pid_stat(5)`).
  private static let (flagsField, pendingField) = (6, 28)
  /// The kernel's `PF_EXITING`.
  private static let exitingFlag: UInt64 = 4

  /// Returns the fields after the program's name; nil if there is no such process.
  private static func fields(of process: pid_t) -> [Substring]? {
    let file = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    // The name may contain any character, so the fields begin after the last parenthesis.
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: ")", omittingEmptySubsequences: false).last?.split(separator: " ")
  }
}
