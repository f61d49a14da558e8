import TenutoCore
import Foundation
import TestSupport
import Testing

@testable import TenutoSupervision

/// A killed writer, and disks that fail.
struct KillTests {
  /// The long form of the loop is 10 000 kills; the short one is for every run.
  private static let killCount =
    Int(ProcessInfo.processInfo.environment["TENUTO_STORE_KILLS"] ?? "") ?? 200

  @Test func aWriterKilledAtAnyMomentLosesNothingThatItAcknowledged() async throws {
    let lanes = 4
    try await withThrowingTaskGroup(of: Int.self) { group in
      for lane in 0..<lanes {
        group.addTask { try Self.killAgainAndAgain(Self.killCount / lanes, lane: lane) }
      }
      let saves = try await group.reduce(0, +)
      print("saves acknowledged before \(Self.killCount) kills: \(saves)")
      #expect(saves >= Self.killCount)
    }
  }

  private static func killAgainAndAgain(_ count: Int, lane: Int) throws -> Int {
    let folder = SessionTestFolder()
    let store = GenerationStore(folder: folder.path)
    var random = SeededRandom(seed: UInt64(lane))
    var saves = 0
    for _ in 0..<count {
      let child = try SessionChild(["save", folder.path])
      #expect(child.next(beginning: "saved") != nil)
      usleep(UInt32.random(in: 0...8000, using: &random))
      let lines = child.kill()
      let acknowledged = lines.compactMap { $0.number(of: "saved") }
      saves += 1 + acknowledged.count
      let reading = try #require(try store.load())
      #expect(reading.problems.isEmpty)
      #expect(reading.sequence >= UInt64(acknowledged.last ?? 0))
      #expect(Set(reading.document).count == 1 && reading.document.count == 3000)
      #expect(try store.sequences().count <= GenerationStore.capacity + 1)
    }
    _ = try store.open()
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
    return saves
  }

  @Test func aSaveThatFindsNoRoomKeepsTheOldAndTheNextOneWorks() throws {
    let folder = SessionTestFolder()
    let result = try Program.run(Built.path("SessionHost"), ["limited", folder.path])
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(result.output)")
    #expect(lines[0] == "saved 1")
    #expect(lines[1].hasPrefix("refused") && lines[1].contains("ulimit -f"))
    #expect(lines[2] == "saved 3")
    let store = GenerationStore(folder: folder.path)
    #expect(try store.sequences() == [3, 1])
    #expect(try store.load()?.problems.isEmpty == true)
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  /// Whether this process may create a disk, as root may.
  private static let canMount =
    (try? Program.run(
      "/usr/bin/unshare", ["-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
    ).status) == 0

  @Test(.enabled(if: Self.canMount, "only root may mount a small disk"))
  func aFullDiskAndAReadOnlyOneKeepThePreviousFiles() throws {
    let folder = SessionTestFolder()
    let host = Built.path("SessionHost")
    let script = """
      mount -t tmpfs -o size=256k tmpfs '\(folder.path)' || exit 9
      '\(host)' fill '\(folder.path)/s' || exit 8
      ls '\(folder.path)/s'
      mount -o remount,ro '\(folder.path)' || exit 7
      '\(host)' once '\(folder.path)/s'
      """
    let result = try Program.run("/usr/bin/unshare", ["-m", "sh", "-c", script])
    #expect(result.status == 0, "\(result.output)")
    let parts = result.output.components(separatedBy: "retry\n")
    try #require(parts.count == 2, "\(result.output)")
    #expect(parts[0].contains("No space left on device; free some space"), "\(result.output)")
    let lines = parts[1].split(separator: "\n")
    #expect(lines.first?.hasPrefix("saved") == true, "\(result.output)")
    #expect(!parts[1].contains(".part"))
    #expect(lines.last?.contains("Read-only file system") == true, "\(result.output)")
  }
}
