import Foundation
import TenutoCore
import TestSupport
import TenutoSession
import Testing

/// A playing host that is killed (fault H01).
struct HostKillTests {
  /// The long form is 1000 kills.
  private static let killCount =
    Int(ProcessInfo.processInfo.environment["TENUTO_HOST_KILLS"] ?? "") ?? 20
  private static let laneCount = 4

  /// The results of one run of a host.
  private struct Life {
    /// Edits after the last save, which were lost at the kill.
    let lost: Int
    /// Edits between two saves.
    let gaps: [Int]
    /// Milliseconds from the kill to the end of the extension.
    let orphanMilliseconds: Double
  }

  @Test func aKilledHostLeavesNoRemainsAndResumesItsPosition() async throws {
    var lives: [Life] = []
    try await withThrowingTaskGroup(of: [Life].self) { group in
      for lane in 0..<Self.laneCount {
        group.addTask { try Self.live(Self.killCount / Self.laneCount, lane: lane) }
      }
      for try await some in group { lives += some }
    }
    // The host edits every 50 ms: 20 edits are a second of its own time, on a machine of any speed.
    let lost = lives.map(\.lost).sorted()
    let gaps = lives.flatMap(\.gaps).sorted()
    try #require(!lost.isEmpty && !gaps.isEmpty)
    print(
      "\(lives.count) kills: edits lost p50 \(lost[lost.count / 2]) max \(lost[lost.count - 1]); "
        + "edits from save to save p50 \(gaps[gaps.count / 2]) max \(gaps[gaps.count - 1]); "
        + "orphans gone after at most \(lives.map(\.orphanMilliseconds).max() ?? 0) ms")
    #expect(lost[lost.count / 2] <= 20)
    #expect(gaps[gaps.count / 2] <= 20)
  }

  /// Runs several hosts with the same session, one after the other.
  private static func live(_ count: Int, lane: Int) throws -> [Life] {
    let folder = SessionTestFolder()
    var random = SeededRandom(seed: UInt64(100 + lane))
    var lives: [Life] = []
    var kept = 0
    for _ in 0..<count {
      let child = try SessionChild(["play", folder.path])
      let start = try #require(child.next(beginning: "host "))
      let words = start.split(separator: " ").compactMap { Int32($0) }
      // No saved edit is lost, and no edit appears that was not made.
      #expect(words[1] >= kept, "\(start), kept \(kept)")
      let first = try #require(child.next(beginning: "kept")?.number(of: "kept"))
      usleep(UInt32.random(in: 0...1_200_000, using: &random))
      let lines = child.kill()
      let orphanMilliseconds = try end(of: words[0], host: child.identifier)
      let edits = lines.compactMap { $0.number(of: "edit") }
      let saves = [first] + lines.compactMap { $0.number(of: "kept") }
      let session = try #require(try SessionVault(folder: folder.path).kept()).session
      kept = restored(try #require(session.node(named: "rich")))
      lives.append(
        Life(
          lost: max(0, (edits.last ?? kept) - kept),
          gaps: zip(saves.dropFirst(), saves).map { $0 - $1 },
          orphanMilliseconds: orphanMilliseconds))
      #expect(kept >= (saves.last ?? 0))
    }
    return lives
  }

  /// The edit number in a document.
  private static func restored(_ node: SessionNode) -> Int {
    let value =
      node.parameters["gain"] ?? node.state?.parameters.first { $0.address == 1 }?.value
    return Int((value ?? 0) * 65536)
  }

  /// Waits until all processes of a killed host have ended; returns the time.
  private static func end(of extensionProcess: Int32, host: Int32) throws -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    #expect(eventually { !isAlive(extensionProcess) })
    let end = DispatchTime.now().uptimeNanoseconds
    #expect(ProcessTable.sharedMemoryNames(of: host).isEmpty)
    return Double(end - start) / 1e6
  }

  /// A zombie that is not reaped in a container does nothing.
  private static func isAlive(_ identifier: Int32) -> Bool {
    guard let state = ProcessTable.state(identifier) else { return false }
    return state != "Z" && state != "X"
  }
}
