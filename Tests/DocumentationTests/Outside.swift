import Foundation
import TestSupport

/// Compiles sources like a package outside of the repository: with the built modules, and with an
/// import check for members.
enum Outside {
  /// Module maps of the C modules used by Swift modules.
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

  /// Module maps that the build wrote for the C modules of SwiftNIO.
  private static func builtMaps() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Built.folder)
      .filter { $0.hasPrefix("CNIO") && $0.hasSuffix(".build") }
      .map { "\(Built.folder)/\($0)/module.modulemap" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Type-checks `sources` with the compiler.
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
