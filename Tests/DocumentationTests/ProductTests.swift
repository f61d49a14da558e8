import Foundation
import TestSupport
import Testing

/// A user's package can do what the examples do, with the package's products only.
struct ProductTests {
  /// The libraries that other packages may depend on.
  private func products() throws -> Set<String> {
    let package = try Repository.text("Package.swift")
    return Set(package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
  }

  private func modules() -> Set<String> {
    let files = Repository.files(below: "Sources", endingIn: ".swift")
    return Set(files.map { String($0.split(separator: "/")[1]) })
  }

  /// The imports of this package's modules in a source file.
  private func imports(_ text: String) -> [String] {
    text.matches(of: /(?m)^(?:\w+ )?import (\w+)/).map { String($0.1) }
  }

  @Test func theExamplesImportProductsOnly() throws {
    let (products, modules) = (try products(), modules())
    #expect(products.isSuperset(of: ["TenutoHost", "TenutoMIDI", "TenutoJACK"]))
    for file in Repository.files(below: "Examples", endingIn: ".swift") {
      for name in imports(try Repository.text(file)) where modules.contains(name) {
        #expect(products.contains(name), "\(file): other packages cannot import \(name)")
      }
    }
  }

  /// Any host can serve the control API with the package's products.
  @Test func theHostInTheArticleOnTheControlAPICompilesOutside() throws {
    let page = try Repository.text("Sources/TenutoControl/Documentation.docc/TenutoControl.md")
    let blocks = Markdown(page).blocks.filter { $0.language == "swift" }
    let folder = "\(NSTemporaryDirectory())tenuto-outside-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(blocks.count == 1)
    let path = "\(folder)/main.swift"
    try blocks[0].text.write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Outside.check([path], arguments: ["-swift-version", "6"])
    #expect(result.status == 0, "\(result.output)")
    #expect(try products().isSuperset(of: imports(blocks[0].text).dropFirst()))
  }

  /// Only the engine differs, in one line, between the two hosts.
  @Test func theHostInJACKDiffersOnlyInItsEngine() throws {
    func lines(_ name: String) throws -> [String] {
      try Repository.text("Examples/\(name)/\(name).swift").replacing(name, with: "Host")
        .split(separator: "\n").map(String.init)
    }
    let (offline, jack) = (try lines("MinimalHost"), try lines("MinimalJACKHost"))
    #expect(offline.count < 60)
    #expect(
      jack.filter { !offline.contains($0) }
        == ["import TenutoJACKEngine", "    let engine = try JACKGraphEngine(graph)"])
    #expect(offline.filter { !jack.contains($0) } == ["    let engine = try OfflineEngine(graph)"])
  }

  /// Compiled like a package outside of the repository.
  @Test(arguments: ["MinimalHost", "MinimalJACKHost", "PianoTerminal", "WriteSong", "MIDIMonitor"])
  func anExampleCompilesOutside(name: String) throws {
    let sources = Repository.files(below: "Examples/\(name)", endingIn: ".swift")
    let folder = "\(NSTemporaryDirectory())tenuto-outside-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    var copies: [String] = []
    for source in sources {
      let copy = "\(folder)/\(source.split(separator: "/").last ?? "")"
      try files.copyItem(atPath: "\(Repository.folder)/\(source)", toPath: copy)
      copies.append(copy)
    }
    let isProgram = copies.allSatisfy { !$0.hasSuffix("main.swift") }
    let result = try Outside.check(
      copies,
      arguments: isProgram
        ? ["-parse-as-library", "-swift-version", "6"] : ["-swift-version", "5"])
    #expect(result.status == 0, "\(result.output)")
  }
}
