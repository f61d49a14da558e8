#if canImport(CLV2Oracle)
internal import Foundation
internal import Glibc
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TestSupport
import Testing

/// `PluginScan` of LV2, and the host's use of its results.
struct LV2ScanTests {
  private let folder = NSTemporaryDirectory() + "tenuto-scan-\(UUID().uuidString)"

  /// A scan of LV2 bundles that the test has created.
  private func scan() -> PluginScan {
    PluginScan(
      cache: PluginCache(folder: "\(folder)/cache/tenuto/plugins"),
      environment: ["LV2_PATH": "\(folder)/lv2"], sandbox: .required, formats: [.lv2])
  }

  private func copy(_ bundle: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/lv2", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "/usr/lib/lv2/\(bundle)", toPath: "\(folder)/lv2/\(bundle)")
  }

  /// Writes a bundle whose plug-in has `statements` besides the required ones.
  private func write(_ name: String, _ statements: String) throws {
    let bundle = "\(folder)/lv2/\(name).lv2"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let text = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:test:\(name)> a lv2:Plugin ; lv2:binary <\(name).so> ; doap:name "\(name)" ;
        doap:license <http://opensource.org/licenses/isc> ; \(statements) .
      """
    try text.write(toFile: "\(bundle)/manifest.ttl", atomically: true, encoding: .utf8)
  }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  @Test("Codes are the same on every machine, and no two plug-ins have the same")
  func codes() throws {
    let piano = try LV2Plugins.component("http://drobilla.net/plugins/mda/Piano")
    #expect("\(piano.code)" == "aumu FguZ Davi")
    let components = try LV2Plugins.shared.get().scan.components
    #expect(Set(components.map(\.code)).count == components.count)
    #expect(try LV2Plugins.shared.get().scan.problems == [])
  }

  @Test("Unchanged bundles are not read again, and removed ones are removed")
  func changes() throws {
    defer { clean() }
    try copy("eg-amp.lv2")
    try copy("eg-fifths.lv2")
    let first = try scan().run()
    #expect(first.components.map(\.name) == ["Simple Amplifier", "Example Fifths"])
    #expect(try scan().run().isUnchanged)
    try FileManager.default.removeItem(atPath: "\(folder)/lv2/eg-amp.lv2")
    #expect(try scan().run().components.map(\.name) == ["Example Fifths"])
    let found = Registry(searchPath: SearchPath(["\(folder)/cache/tenuto/plugins"])).scan()
    #expect(found.components.map(\.description.name) == ["Example Fifths"])
  }

  @Test("Missing required features are named")
  func refusals() throws {
    defer { clean() }
    try write("needy", "lv2:requiredFeature <urn:test:nobody-has-this>")
    try write("modern", "lv2:requiredFeature <urn:test:nobody-has-that>")
    let findings = try scan().run()
    #expect(findings.components.isEmpty && findings.refused.count == 2)
    let reasons = Dictionary(
      findings.refused.map { ($0.uri, $0.reason) }, uniquingKeysWith: { first, _ in first })
    #expect(
      reasons["urn:test:needy"]
        == "it requires <urn:test:nobody-has-this>, which this host lacks")
    #expect(reasons["urn:test:modern"]?.contains("nobody-has-that") == true)
  }

  @Test(
    "If lilv is missing that was available when Tenuto was built, the package is named",
    .enabled(if: geteuid() == 0))
  func withoutLilv() throws {
    defer { clean() }
    try copy("eg-amp.lv2")
    let script = """
      for library in /usr/lib/*/liblilv-0.so.0; do
        mount --bind /dev/null "$(readlink -f "$library")"
      done
      exec "$@"
      """
    let scan = try Program.run(
      "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, "sh", Built.path("tenuto"), "scan"],
      environment: [
        "XDG_CACHE_HOME": "\(folder)/cache", "LV2_PATH": "\(folder)/lv2", "CLAP_PATH": "",
        "TENUTO_PATH": "",
      ])
    #expect(scan.status == 1)
    #expect(scan.output.contains("install the package liblilv-0-0"), "\(scan.output)")
  }

  @Test("A plug-in in the user's folder is found, named by its URI and played in its sandbox")
  func ownFolder() throws {
    defer { clean() }
    try copy("mda.lv2")
    let environment = [
      "XDG_CACHE_HOME": "\(folder)/cache", "XDG_DATA_HOME": "\(folder)/data",
      "LV2_PATH": "\(folder)/lv2", "CLAP_PATH": "", "TENUTO_PATH": "",
    ]
    let uri = "http://drobilla.net/plugins/mda/Piano"
    let found = try Program.run(Built.path("tenuto"), ["scan"], environment: environment)
    #expect(found.status == 0 && found.output.contains("LV2 plug-ins"))
    let info = try Program.run(Built.path("tenuto"), ["info", uri], environment: environment)
    #expect(info.output.contains("aumu FguZ Davi") && info.output.contains(uri))
    let list = try Program.run(
      Built.path("tenuto"), ["list", "piano", "--source", "lv2"], environment: environment)
    #expect(list.output.contains(uri))
    let song = "\(folder)/song.mid"
    let written = try Program.run(Built.path("WriteSong"), [song], environment: environment)
    #expect(written.status == 0)
    let played = try Program.run(
      Built.path("tenuto"), ["render", song, "--instrument", uri, "-o", "\(folder)/song.wav"],
      environment: environment)
    #expect(played.status == 0 && played.output.contains("peak"), "\(played.output)")
    let unknown = try Program.run(
      Built.path("tenuto"), ["info", "urn:test:none"], environment: environment)
    #expect(unknown.status == 1 && unknown.output.contains("tenuto scan"))
  }
}
#endif
