import Foundation
import TestSupport

/// Sources as the compiler sees them in a package outside of the repository: with the modules that
/// have been built, and every import checked for members.
enum Outside {
  /// Module maps of C modules, which Swift modules lead to.
  private static var headerFolders: [String] {
    let maps = Repository.files(below: "Sources", endingIn: "module.modulemap")
    return maps.map { "\(Repository.folder)/\(($0 as NSString).deletingLastPathComponent)" }
      + ["\(Built.folder)/../../checkouts/Yams/Sources/CYaml/include"]
  }

  /// Has the compiler check `sources`, without making anything.
  static func check(_ sources: [String], arguments: [String]) throws -> ProgramResult {
    let headers = headerFolders.flatMap { ["-Xcc", "-I", "-Xcc", $0, "-I", $0] }
    return try Program.run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-module-name", "Outside", "-I", "\(Built.folder)/Modules"]
        + headers + ["-enable-upcoming-feature", "MemberImportVisibility"] + arguments + sources)
  }
}
