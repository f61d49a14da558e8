import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoHost

/// Lies, floods and silence on the control channel and on the output.
struct MessageTests {
  private func liar(_ lie: String) throws(HostError) -> Instance {
    try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=\(lie)"])
  }

  @Test(arguments: ["empty", "crowd", "not UTF-8", "oversized", "short", "surplus"])
  func whatIsNoMessageEndsItsSender(lie: String) {
    expectError(.protocolViolation, "and was ended") { try liar(lie) }
  }

  @Test func oneThatNeverReadsIsEndedAfterTheLimit() throws {
    let instance = try liar("deaf")
    expectError(.extensionTimedOut, "gave no answer within 5 s and was ended") {
      try instance.send(message: [UInt8](repeating: 7, count: 1 << 20))
    }
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    #expect(instance.process.verdict == "gave no answer")
  }

  /// The kernel refuses them from Linux 6.16 on; before, the host does.
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

  @Test func whatIsShownSteersNoTerminal() throws {
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

  @Test func oneThatPrintsWithoutEndIsHeardAtItsOwnCost() throws {
    let instance = try liar("endless chatter")
    usleep(50_000)
    let before = processorTime
    usleep(1_000_000)
    let used = processorTime - before
    #expect(instance.process.lastLines(1).first?.contains("\u{1B}") == false)
    instance.terminate()
    // It writes gigabytes a second where somebody reads them.
    #expect(used < 0.25, "\(used) s of processor time in a second")
  }

  @Test func oneThatFloodsIsHeldUpThenEnded() throws {
    let instance = try Instance.rich(isRaw: true)
    let count = Locked(0)
    let observation = instance.observe { _ in count.withLock { $0 += 1 } }
    try instance.say("later flood")
    let before = processorTime
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    let used = processorTime - before
    #expect(instance.process.verdict == "flooded the host with notices")
    // A flood lasts two seconds.
    #expect(used < 0.5, "\(used) s of processor time")
    #expect(count.withLock { $0 } <= 30 * ExtensionProcess.windowNotices)
    observation.cancel()
  }

  /// Seconds of processor time that this process has used.
  private var processorTime: Double {
    var usage = rusage()
    _ = unsafe getrusage(0, &usage)  // RUSAGE_SELF
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
    }
  }
}
