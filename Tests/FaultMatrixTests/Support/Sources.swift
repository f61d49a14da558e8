import Foundation

/// The sources of the tests, to find their proofs.
enum Sources {
  /// The names of the functions marked as tests in all Swift files below a folder of the package.
  static func testNames(inFolder folder: String) throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let start = root.appending(path: folder)
    guard let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    else { return [] }
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      names.formUnion(try testNames(in: String(contentsOf: file, encoding: .utf8)))
    }
    return names
  }

  private static func testNames(in text: String) -> [String] {
    text.split(separator: "@Test").dropFirst().compactMap { part in
      guard let start = part.range(of: "func ") else { return nil }
      return String(part[start.upperBound...].prefix { $0.isLetter || $0.isNumber })
    }
  }
}
