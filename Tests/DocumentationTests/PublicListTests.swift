import Foundation
import TestSupport
import Testing

/// The lists of the public API, and their comparison with the last tag.
struct PublicListTests {
  /// A repository with one list, tagged 0.1.0, whose list and version then change.
  private func compare(_ list: [String], version: String) throws -> ProgramResult {
    let folder = "\(NSTemporaryDirectory())tenuto-public-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = """
      set -e
      mkdir -p '\(folder)/.ci/public' '\(folder)/Sources/tenuto/System'
      cd '\(folder)'
      cp '\(Repository.folder)/.ci/api' .ci/api
      printf 'func a()\\nfunc b()\\n' >.ci/public/Thing.txt
      git init -q -b main
      git add -A
      git -c user.name=Test -c user.email=test@example.org commit -q -m "Release"
      git tag 0.1.0
      printf '\(list.map { "\($0)\\n" }.joined())' >.ci/public/Thing.txt
      echo 'static let current = "\(version)"' >Sources/tenuto/System/Version.swift
      .ci/api --tag
      """
    return try Program.run("/bin/bash", ["-c", script])
  }

  @Test func additionsAreCompatible() throws {
    let result = try compare(["func a()", "func b()", "func c()"], version: "0.1.1")
    #expect(result.status == 0 && result.output.contains("all declarations of 0.1.0 are present"))
  }

  @Test func removalsNeedAnotherVersion() throws {
    let refused = try compare(["func a()"], version: "0.1.1")
    #expect(refused.status == 1, "\(refused.output)")
    #expect(refused.output.contains("gone since 0.1.0: Thing: func b()"), "\(refused.output)")
    #expect(refused.output.contains("0.1.1 may not remove API of 0.1.0"), "\(refused.output)")
    for version in ["0.2.0", "1.0.0"] {
      let allowed = try compare(["func a()"], version: version)
      #expect(allowed.status == 0, "\(allowed.output)")
      #expect(allowed.output.contains("\(version) may break 0.1.0"), "\(allowed.output)")
    }
  }

  @Test func everyModuleThatPackagesMayImportIsListed() throws {
    let package = try Repository.text("Package.swift")
    let script = try Repository.text(".ci/api")
    for product in package.matches(of: /\.library\(name: "(\w+)"/).map({ String($0.1) }) {
      // It exports the five modules of the host, and declares nothing.
      if product == "TenutoHost" { continue }
      #expect(script.contains(product), "\(product)")
      #expect(try !Repository.text(".ci/public/\(product).txt").isEmpty, "\(product)")
    }
  }
}
