#if canImport(CLV2Oracle)
internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TestSupport

/// A test's folder of LV2 bundles, and the result of a scan.
struct LV2Folder {
  let path = NSTemporaryDirectory() + "tenuto-lv2-\(UUID().uuidString)"

  static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix bufsz: <http://lv2plug.in/ns/ext/buf-size#> .
    @prefix dman: <http://lv2plug.in/ns/ext/dynmanifest#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix morph: <http://lv2plug.in/ns/ext/morph#> .
    @prefix opts: <http://lv2plug.in/ns/ext/options#> .
    @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix time: <http://lv2plug.in/ns/ext/time#> .

    """

  /// The environment of a program that sees only this folder.
  var environment: [String: String] {
    [
      "XDG_CACHE_HOME": "\(path)/cache", "XDG_DATA_HOME": "\(path)/data",
      "LV2_PATH": "\(path)/lv2", "CLAP_PATH": "", "TENUTO_PATH": "",
    ]
  }

  func clean() { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a bundle with one manifest.
  func write(_ name: String, manifest: String) throws {
    let bundle = "\(path)/lv2/\(name).lv2"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try (Self.prefixes + manifest).write(
      toFile: "\(bundle)/manifest.ttl", atomically: true, encoding: .utf8)
  }

  /// Writes a bundle whose plug-in has these ports, besides an audio input and output, and these
  /// statements, besides the required ones; its code is `Fixtures/LV2/probe.c`.
  func writeProbe(_ kind: String, _ statements: String = "", ports: [String] = []) throws {
    let sound = [
      "a lv2:InputPort , lv2:AudioPort ; lv2:symbol \"in\" ; lv2:name \"In\"",
      "a lv2:OutputPort , lv2:AudioPort ; lv2:symbol \"out\" ; lv2:name \"Out\"",
    ]
    let all = (sound + ports).enumerated().map { index, port in
      "[ \(port) ; lv2:index \(index) ]"
    }
    try write(
      kind,
      manifest: """
        <urn:tenuto:test:\(kind)> a lv2:Plugin ; lv2:binary <probe.so> ; doap:name "Test \(kind)" ;
          doap:license <http://opensource.org/licenses/isc> ; \(statements)
          lv2:port \(all.joined(separator: " , ")) .
        """)
    try Preload.lv2Probe(at: "\(path)/lv2/\(kind).lv2/probe.so")
  }

  func scan() throws -> PluginScan.Findings {
    try PluginScan(
      cache: PluginCache(folder: "\(path)/cache/tenuto/plugins"),
      environment: ["LV2_PATH": "\(path)/lv2"], sandbox: .required, formats: [.lv2]
    ).run()
  }

  /// Scans; returns the component of this kind of probe.
  func probe(_ kind: String) throws -> Component {
    let findings = try scan()
    let found = Registry(searchPath: SearchPath(["\(path)/cache/tenuto/plugins"])).scan()
    let uri = "urn:tenuto:test:\(kind)"
    guard let component = found.components.first(where: { $0.source?.uri == uri }) else {
      throw HostError(.componentNotFound, "There is no probe '\(kind)': \(findings.refused)")
    }
    return component
  }
}
#endif
