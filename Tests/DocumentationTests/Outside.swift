import Foundation
import TestSupport

/// Sources as the compiler sees them in a package outside of the repository: with the modules that
/// have been built, and every import checked for members.
enum Outside {
  /// Module maps of C modules, which Swift modules lead to.
  private static var headerFolders: [String] {
    let maps = Repository.files(below: "Sources", endingIn: "module.modulemap")
    return maps.map { "\(Repository.folder)/\(($0 as NSString).deletingLastPathComponent)" }
      + [
        "swift-atomics/Sources/_AtomicsShims",
        "swift-nio/Sources/CNIOWindows",
      ].map {
        "\(Built.folder)/../../checkouts/\($0)/include"
      }
  }

  /// Module maps that the build has written for the C modules of SwiftNIO.
  private static func builtMaps() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Built.folder)
      .filter { $0.hasPrefix("CNIO") && $0.hasSuffix(".build") }
      .map { "\(Built.folder)/\($0)/module.modulemap" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Has the compiler check `sources`, without making anything.
  static func check(_ sources: [String], arguments: [String]) throws -> ProgramResult {
    let headers =
      headerFolders.flatMap { ["-Xcc", "-I", "-Xcc", $0, "-I", $0] }
      + (try builtMaps().flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] })
    return try Program.run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-module-name", "Outside", "-I", "\(Built.folder)/Modules"]
        + headers + ["-enable-upcoming-feature", "MemberImportVisibility"] + arguments + sources)
  }
}
