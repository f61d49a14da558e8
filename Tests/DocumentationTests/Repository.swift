import Foundation

/// The files of this repository.
enum Repository {
  /// The folder of Package.swift.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the documentation's pages.
  static let pages = "Sources/TenutoHost/Documentation.docc"

  /// The contents of a file, named from the repository's folder.
  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(path)")
  }

  /// The files below `path` whose names end in `ending`, from the repository's folder.
  static func files(below path: String, endingIn ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: "\(folder)/\(path)")
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
      .map { "\(path)/\($0)" }.sorted()
  }

  /// Every page of documentation.
  static var allPages: [String] {
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + files(below: pages, endingIn: ".md")
  }
}
