import Foundation
import TestSupport
import Testing

/// The kernel maps an executable's own segments regardless of any filter: an executable with
/// writable and executable memory is not started.
@Suite(.serialized) struct RunnableDataTests {
  /// `PT_LOAD` and `PT_GNU_STACK`.
  static let kinds: [UInt32] = [1, 0x6474_E551]

  /// An executable whose segments of one kind are all readable, writable and executable.
  private func copy(_ kind: UInt32, in folder: Prey) throws -> String {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Built.path("HostileExtension"))))
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let table = number(32, 8)
    let entries = (0..<number(56, 2)).map { table + $0 * 56 }.filter { number($0, 4) == kind }
    try #require(!entries.isEmpty)
    for entry in entries { bytes[entry + 4] = 7 }
    let path = "\(folder.path)/Program"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test(arguments: Probe.users, kinds)
  func itIsRefused(_ probe: Probe, _ kind: UInt32) throws {
    let folder = try Prey()
    let lines = try probe.lines("run", copy(kind, in: folder))
    #expect(lines.count == 1)
    #expect(lines.first?.contains("it requests memory that is writable and executable") == true)
  }

  @Test(arguments: Probe.users, kinds)
  func bestEffortReportsIt(_ probe: Probe, _ kind: UInt32) throws {
    let folder = try Prey()
    let lines = try probe.lines("--best-effort", "layers", copy(kind, in: folder))
    #expect(!lines.contains("W^X memory"))
    #expect(
      lines.contains("missing: W^X memory (it requests memory that is writable and executable)"))
  }
}
