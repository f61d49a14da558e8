import Foundation
import TestSupport
import Testing

/// A killed host leaves no processes.
@Suite(.serialized) struct OrphanTests {
  @Test(arguments: Probe.all)
  func nothingOutlivesTheHost(_ probe: Probe) throws {
    let host = try HeldHost(probe)
    let all = [host.child, try #require(parent(of: host.child))].filter { $0 != host.identifier }
    #expect(all.allSatisfy { !isGone($0) })
    host.kill()
    for process in all {
      #expect(eventually { isGone(process) }, "\(process): \(ProcessTable.state(process) ?? "")")
    }
  }

  /// The end of the namespace's first process ends the extension.
  @Test(.enabled(if: Probe.hasNamespaces), arguments: Probe.users)
  func nothingOutlivesTheFirstProcess(_ probe: Probe) throws {
    let host = try HeldHost(probe)
    let first = try #require(parent(of: host.child))
    try #require(first != host.identifier)
    kill(first, SIGKILL)
    #expect(eventually { isGone(host.child) })
    #expect(eventually { isGone(first) })
    host.kill()
  }

  /// The machine's first process collects orphans with a delay.
  private func isGone(_ process: Int32) -> Bool {
    ["Z", "X", nil].contains(ProcessTable.state(process))
  }

  private func parent(of process: Int32) -> Int32? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.split(separator: " ").dropFirst().first
      .flatMap { Int32($0) }
  }
}

/// A host with one idle extension.
private final class HeldHost {
  private let process = Process()
  /// The extension.
  let child: Int32
  var identifier: Int32 { process.processIdentifier }

  init(_ probe: Probe) throws {
    let words = probe.command(
      ["hold", Built.path("HostileExtension"), "TENUTO_TEST_ATTEMPT=hold"])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    child = try #require(Int32(line.trimmingCharacters(in: .newlines)), "\(line)")
  }

  /// Ends the host without a chance to clean up.
  func kill() {
    Glibc.kill(identifier, SIGKILL)
    process.waitUntilExit()
  }
}
