internal import Foundation
internal import TenutoCore
import TenutoProcess
internal import TenutoTransport
internal import TestSupport
import Testing

/// `PluginScan` of CLAP: plug-in code runs in separate processes.
struct CLAPScanTests {
  @Test("Libraries that crash or hang are reported with the reason, and affect no others")
  func broken() throws {
    let folder = try CLAPFolder()
    defer { folder.clean() }
    try folder.add("inner/synth.clap")
    try folder.add("crash.clap", "CRASHES")
    try folder.add("hang.clap", "HANGS")
    try Data(repeating: 0x20, count: 4096).write(
      to: URL(fileURLWithPath: "\(folder.path)/clap/text.clap"))
    let findings = try folder.scan()
    #expect(findings.counts == [.clap: 4] && findings.components.count == 4)
    let reasons = Dictionary(
      findings.refused.map { (($0.uri as NSString).lastPathComponent, $0.reason) },
      uniquingKeysWith: { first, _ in first })
    #expect(reasons.count == 3)
    #expect(reasons["crash.clap"]?.contains("SIGABRT") == true, "\(reasons)")
    #expect(reasons["hang.clap"]?.contains("no answer within 3 s") == true, "\(reasons)")
    #expect(reasons["text.clap"]?.contains("invalid ELF header") == true, "\(reasons)")
    // Unchanged plug-ins are not run again, and keep their faults.
    let again = try folder.scan()
    #expect(again.isUnchanged && again.refused.count == 3)
  }

  @Test("Only changed libraries are read again, and removed ones are removed")
  func changes() throws {
    let folder = try CLAPFolder()
    defer { folder.clean() }
    try folder.add("a.clap")
    try folder.add("b.clap")
    let first = try folder.scan()
    // Both have the same plug-ins; the alphabetically first provides them.
    #expect(first.counts == [.clap: 4] && first.refused.count == 4)
    #expect(first.refused.allSatisfy { $0.reason.contains("a.clap' has one of this name") })
    let codes = Set(first.components.map(\.code))
    try FileManager.default.removeItem(atPath: "\(folder.path)/clap/a.clap")
    let second = try folder.scan()
    #expect(second.refused.isEmpty && Set(second.components.map(\.code)) == codes)
    try FileManager.default.removeItem(atPath: "\(folder.path)/clap/b.clap")
    #expect(try folder.scan().components.isEmpty && folder.components.isEmpty)
  }

  @Test("A plug-in is found, named by its id, listed by its format and played in its sandbox")
  func commands() throws {
    let folder = try CLAPFolder()
    defer { folder.clean() }
    try folder.add("synth.clap")
    try folder.add("crash.clap", "CRASHES")
    let environment = [
      "XDG_CACHE_HOME": "\(folder.path)/cache", "XDG_DATA_HOME": "\(folder.path)/data",
      "CLAP_PATH": "\(folder.path)/clap", "LV2_PATH": "", "TENUTO_PATH": "",
    ]
    func tenuto(_ arguments: String...) throws -> ProgramResult {
      try Program.run(Built.path("tenuto"), arguments, environment: environment)
    }
    let found = try tenuto("scan")
    #expect(found.status == 0 && found.output.contains("Found 4 CLAP plug-ins"))
    #expect(try tenuto("scan", "--refused").output.contains("crash.clap: "))
    let uri = "clap:org.tenuto.test.clap"
    #expect(try tenuto("list", "--source", "clap").output.contains(uri))
    let info = try tenuto("info", uri)
    #expect(info.output.contains("CLAP") && info.output.contains("https://example.org"))
    let song = "\(folder.path)/song.mid"
    let written = try Program.run(Built.path("WriteSong"), [song], environment: environment)
    #expect(written.status == 0)
    let played = try tenuto(
      "render", song, "--instrument", uri, "-o", "\(folder.path)/song.wav")
    #expect(played.status == 0 && played.output.contains("peak"), "\(played.output)")
    #expect(try tenuto("info", "clap:none").status == 1)
    let validated = try tenuto("validate", uri, "--include", "Z01", "--include", "Z05")
    #expect(validated.status == 0 && validated.output.contains("2 checks: 2 passed"))
  }
}
