import Foundation
import TestSupport
import Testing

/// Dynamic executables start like static ones.
@Suite(.serialized) struct DynamicTests {
  /// A dynamic executable with Foundation and Dispatch, in a private folder.
  private final class Copy {
    let prey: Prey
    let path: String

    init(folder: Int, file: Int) throws {
      prey = try Prey()
      path = "\(prey.path)/Program"
      let files = FileManager.default
      try files.copyItem(atPath: Built.path("SandboxProbe"), toPath: path)
      try files.setAttributes([.posixPermissions: file], ofItemAtPath: path)
      try files.setAttributes([.posixPermissions: folder], ofItemAtPath: prey.path)
    }
  }

  private static let works = ["works", "end: exited with code 0"]

  @Test(arguments: Probe.all)
  func foundationAndDispatchWork(_ probe: Probe) throws {
    #expect(try probe.lines("run", Built.path("SandboxProbe")) == Self.works)
  }

  @Test(arguments: Probe.all)
  func aDynamicExtensionRenders(_ probe: Probe) throws {
    let lines = try probe.lines("instance", Built.path("FaultyExtension"), "aumu falt Test")
    #expect(lines.first == "misses: 0", "\(lines)")
  }

  /// The other user executes it by descriptor, not by its path.
  @Test func inAPrivateFolder() throws {
    let copy = try Copy(folder: 0o700, file: 0o755)
    #expect(try Probe().lines("run", copy.path) == Self.works)
    #expect(try !Probe().lines("layers", copy.path).contains { $0.hasPrefix("missing: other") })
  }

  @Test(.enabled(if: getuid() == 0))
  func rootRunsPrivateExecutablesWithoutItsRights() throws {
    let copy = try Copy(folder: 0o700, file: 0o700)
    #expect(try Probe().lines("run", copy.path) == Self.works)
    let layers = try Probe().lines("layers", copy.path)
    #expect(layers.contains("missing: other user ('\(copy.path)' is closed to others)"))
    #expect(layers.contains("no capabilities"))
    #expect(!layers.contains("other user"))
  }

  @Test func aScriptIsRefusedWithTheReason() throws {
    let prey = try Prey()
    let path = "\(prey.path)/script"
    try Data("#!/bin/sh\nexit 0\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let lines = try Probe().lines("run", path)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("it is a script, which no sandbox can run") == true)
  }
}
