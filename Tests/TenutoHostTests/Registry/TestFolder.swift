import FoundationEssentials
import TenutoComponents
import TenutoCore

#if canImport(Glibc)
import Glibc
#endif

/// A folder in /tmp that is removed after the test.
final class TestFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/tenuto-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no folder in /tmp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = unsafe chmod(path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in a folder of this one, in order, including hidden ones.
  func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }

  func makeFolder(_ name: String) {
    try? FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  @discardableResult
  func write(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
    let file = write(bytes: Array(text.utf8), name)
    _ = unsafe chmod(file, mode)
    return file
  }

  @discardableResult
  func write(bytes: [UInt8], _ name: String) -> String {
    let file = "\(path)/\(name)"
    makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try? Data(bytes).write(to: URL(filePath: file))
    return file
  }

  func bytes(_ name: String) -> [UInt8] {
    (FileManager.default.contents(atPath: "\(path)/\(name)")).map(Array.init) ?? []
  }

  /// Creates a bundle manually, as a distribution package would.
  @discardableResult
  func makeBundle(_ name: String, _ components: [ComponentDescription]) throws -> String {
    let manifest = Manifest(executable: "run", components: components)
    write("\(name)/manifest.json", String(decoding: try manifest.serialized(), as: UTF8.self))
    write("\(name)/run", "#!/bin/false", mode: 0o755)
    return "\(path)/\(name)"
  }
}

extension ComponentDescription {
  /// A component for tests.
  static func sample(_ code: ComponentCode, name: String = "Sample") -> ComponentDescription {
    ComponentDescription(
      code, name: name, manufacturerName: "Tenuto", version: "1.2.3",
      summary: "A sample/tone \"♪\".",
      tags: ["Synthesizer", "Test"], inputs: [.mono], outputs: [.stereo, .mono],
      parameters: [
        Parameter(
          UInt64.max, "cutoff", name: "Cut-off", range: 20...20000, unit: .hertz, default: 0.1 + 999
        ),
        Parameter(1 << 53 + 1, "gain", name: "Gain", range: -96...12, unit: .decibels, default: -6),
      ])
  }
}
