import Foundation
import Testing

/// The initial corpus of `make fuzz`.
struct FuzzCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzz").standardized.path

  /// The names of all targets in the sources of `tenuto-fuzz`.
  private func targets() throws -> Set<String> {
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
      names.formUnion(text.matches(of: /FuzzTarget\(\s*name: "([a-z0-9-]+)"/).map { String($0.1) })
    }
    return names
  }

  @Test func everyTargetHasACorpusAndNoOtherFolderIsThere() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/Corpus")
    let targets = try targets()
    #expect(targets.count >= 33)
    #expect(Set(folders) == targets)
  }

  /// Clones stay small: a corpus is minimised before it is committed.
  @Test func noCorpusIsEmptyOrLarge() throws {
    for target in try targets() {
      let folder = "\(Self.folder)/Corpus/\(target)"
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect((1...40).contains(files.count), "\(target) has \(files.count) inputs")
      let sizes = try files.map { file in
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.size] as? Int ?? 0
      }
      #expect(sizes.reduce(0, +) <= 32 << 10, "\(target)")
    }
  }
}
