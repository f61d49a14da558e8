import Foundation
import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoSystem

/// Lies, floods and silence on the control channel and on the output.
struct MessageTests {
  private func liar(_ lie: String) throws(HostError) -> Instance {
    try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=\(lie)"])
  }

  @Test(arguments: ["empty", "crowd", "not UTF-8", "oversized", "short", "surplus"])
  func anInvalidMessageEndsItsSender(lie: String) {
    expectError(.protocolViolation, "and was ended") { try liar(lie) }
  }

  @Test func anExtensionThatNeverReadsIsEndedAfterTheLimit() throws {
    let instance = try liar("deaf")
    expectError(.extensionTimedOut, "gave no answer within 5 s and was ended") {
      try instance.send(message: [UInt8](repeating: 7, count: 1 << 20))
    }
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    #expect(instance.process.endReason == "gave no answer")
  }

  /// The kernel refuses them from Linux 6.16 on; before that, the host does.
  @Test func descriptorsOfAnExtensionNeverArrive() throws {
    let before = ProcessTable.openDescriptorCount
    for _ in 0..<5 {
      do {
        _ = try liar("descriptors")
        Issue.record("descriptors were taken")
      } catch {
        #expect(error.code == .protocolViolation || error.message.contains("not permitted"))
      }
    }
    #expect(ProcessTable.hasNoMoreDescriptors(than: before))
  }

  @Test func shownTextControlsNoTerminal() throws {
    let instance = try liar("terminal")
    let shown = [
      instance.label, instance.description.manufacturerName, instance.description.version,
      instance.description.parameters[0].name, instance.description.parameters[0].text(for: 3e38),
    ]
    #expect(shown[0] == "L\u{FFFD}[31miar\u{FFFD} ('aumu liar Test')")
    #expect(shown.allSatisfy { $0.printable == $0 })
    instance.terminate()
    expectError(.refused, "refused: \u{FFFD}[2Jgone \u{FFFD}nwod edispu") {
      try liar("terminal refusal")
    }
  }

  @Test func endlessOutputCostsOnlyItsProcess() throws {
    let instance = try liar("endless chatter")
    usleep(50_000)
    let (before, start) = (try bytesRead(), MonotonicTime.now.nanoseconds)
    usleep(1_000_000)
    let read = try bytesRead() - before
    let windows = Int((MonotonicTime.now.nanoseconds - start) / 100_000_000) + 2
    #expect(instance.process.lastLines(1).first?.contains("\u{1B}") == false)
    instance.terminate()
    // It writes gigabytes a second if they are read.
    #expect(read > 0 && read <= 65536 * windows, "\(read) bytes in \(windows) windows")
  }

  @Test func aFloodingExtensionIsDelayedThenEnded() throws {
    let instance = try Instance.rich(isRaw: true)
    let count = Locked(0)
    let observation = instance.observe { _ in count.withLock { $0 += 1 } }
    try instance.say("later flood")
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    #expect(instance.process.endReason == "flooded the host with notices")
    #expect(count.withLock { $0 } <= 30 * ExtensionProcess.windowNotices)
    observation.cancel()
  }

  /// The byte count that this process has read from files, pipes and sockets.
  private func bytesRead() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst(7)))
  }
}
