import Foundation
import TestSupport
import Testing

/// Whether a JACK server can be started; required if CI is set.
private let hasJACK =
  ProcessInfo.processInfo.environment["CI"] != nil
  || (try? Program.run("/usr/bin/env", ["jackd", "--version"]))?.status == 0

/// Faults while a JACK server plays, measured by separate client processes.
@Suite(.serialized, .enabled(if: hasJACK, "jackd is not installed"))
struct LiveRows {
  /// Four faults in four chains of two extensions: no resources leak, and the other chains lose
  /// about as many cycles as an undisturbed host.
  @Test func f01f05aLiveFailureDisturbsNoOtherNode() throws {
    let result = try Program.run(Built.path("tenuto-soak"), ["0.2", "11", "3"])
    print(result.output)
    #expect(!result.wasSignaled)
    #expect(result.status == 0 || result.status == 2, "something has leaked")
    expectNoMoreLost(result.output)
  }

  /// A hostile, a slow, a flooding and a greedy extension next to four chains: live, the chains
  /// lose as many cycles as undisturbed chains; freewheeling, they sound bit-identical.
  @Test func f08f17f21f28f31anAttackDisturbsNoOtherNode() throws {
    let result = try Program.run(Built.path("tenuto-soak"), ["attack", "0.2", "11"])
    print(result.output)
    #expect(!result.wasSignaled)
    #expect(result.status == 0 || result.status == 2, "something has leaked, or sounds different")
    #expect(result.output.contains("of 4 chains, the same"))
    expectNoMoreLost(result.output)
  }

  /// A fault that delays every extension by a second would cost some 400 cycles.
  private func expectNoMoreLost(_ report: String) {
    let lost = report.split(separator: "\n").filter { $0.contains("; ") }
      .compactMap { line in line.split(separator: " ").last.flatMap { Int($0) } }
    #expect(lost.count == 5, "four chains and the quiet host's")
    let allowance = 2 * (lost.last ?? 0) + 100
    #expect(lost.dropLast().allSatisfy { $0 <= allowance }, "of about 4500 cycles: \(lost)")
  }
}
