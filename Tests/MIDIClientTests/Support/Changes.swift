import Glibc
import Synchronization
import TenutoJACK

/// The notifications of a directory.
final class Changes: Sendable {
  private let changes = Mutex<[MIDIDirectoryChange]>([])

  /// The options for opening a directory.
  var add: @Sendable (MIDIDirectoryChange) -> Void {
    { change in self.changes.withLock { $0.append(change) } }
  }

  var all: [MIDIDirectoryChange] { changes.withLock { $0 } }

  func removeAll() { changes.withLock { $0 = [] } }

  var added: [MIDIEndpointRecord] {
    all.compactMap { if case .added(let record) = $0 { record } else { nil } }
  }

  var removed: [MIDIEndpointRecord] {
    all.compactMap { if case .removed(let record) = $0 { record } else { nil } }
  }

  var renamed: [MIDIEndpointRecord] {
    all.compactMap { if case .renamed(let record, _) = $0 { record } else { nil } }
  }

  var hasServerEnd: Bool { all.contains { if case .serverEnded = $0 { true } else { false } } }

  var hasServerReturn: Bool { all.contains(.serverReturned) }
}

/// Unique files for tests.
enum TestFiles {
  private static let count = Atomic(0)

  /// The path of a file that does not exist.
  static func path() -> String {
    let number = count.add(1, ordering: .relaxed).newValue
    return "/tmp/tenuto-test-\(getpid())-midi-ids-\(number)/ids"
  }

  /// Removes a file from `path()`, and its companions.
  static func remove(_ path: String) {
    let folder = String(path.dropLast(4))
    for name in JACKServer.entries(of: folder) { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  static func write(_ bytes: [UInt8], to path: String) {
    unsafe mkdir(String(path.dropLast(4)), 0o700)
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    _ = unsafe Glibc.write(file, bytes, bytes.count)
  }
}
