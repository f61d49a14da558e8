import Foundation
import Testing

@testable import TenutoControl

/// The page in a real browser, and pages of other origins that try to reach the host.
struct BrowserTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let python = folder.appending(path: "../../.build-peers/bin/python3").path

  /// Whether there is a browser; always true with CI set, so that a missing one fails.
  static let isThere: Bool = {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    let needs = [python, "/usr/bin/chromium", "/usr/bin/chromedriver"]
    let isThere =
      needs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
      && (try? run(["-c", "import selenium"]))?.code == 0
    if !isThere { print("*** SKIPPED: no browser (run .ci/dependencies test and .ci/peers)") }
    return isThere
  }()

  private static func run(_ arguments: [String]) throws -> (code: Int32, lines: [String]) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: python)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }

  @Test(.enabled(if: isThere)) func thePageWorksAndOtherPagesReachNothing() throws {
    let place = TestFolder()
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let script = Self.folder.appending(path: "Peers/browser_peer.py").path
    let (code, lines) = try Self.run([script, try server.openPage()])
    #expect(code == 0 && lines.last == "end")
    let findings = lines.dropLast()
    for finding in findings { #expect(finding.hasSuffix(" true"), "\(finding)") }
    #expect(findings.count == 26)
    // The page's own request was served, and no request of another page.
    #expect(host.delay.calls == ["retry"])
  }
}
