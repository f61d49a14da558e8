import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoComponents

/// The hostile extension, installed with requested permissions, and a user who may grant them.
struct HostileBundle {
  struct Result: Equatable {
    let note: String?
    let isDenied: Bool
  }

  private let prey: Prey
  private let probe: Probe
  private let place: Prey
  private var folder: String { place.path }
  private static let code: ComponentCode = "aufx evil Tnto"

  /// Installs it in a private folder, which is passed to `needs`.
  ///
  /// The dynamic one is a thirtieth of the size: each start reads the whole file to check its
  /// grant.
  init(
    _ user: Probe, program: String = "HostileExtension", _ needs: (String) -> SandboxGrants
  ) throws {
    prey = try Prey()
    place = try Prey()
    let folder = place.path
    var probe = user
    probe.environment = ["TENUTO_PATH": folder, "XDG_CONFIG_HOME": "\(folder)/config"]
    self.probe = probe
    let bundle = "\(folder)/Evil.tenuto"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Built.path(program), toPath: "\(bundle)/Evil")
    let description = ComponentDescription(
      Self.code, name: "Evil", manufacturerName: "Tenuto", version: "1.0.0", inputs: [.stereo])
    let manifest = Manifest(
      executable: "Evil", components: [description], needs: needs(prey.path))
    try Data(manifest.serialized()).write(to: URL(fileURLWithPath: "\(bundle)/manifest.json"))
  }

  var refusal: String {
    "'\(Self.code)' asks to read \(prey.path)/secret, which was not granted; it starts without, "
      + "and 'tenuto grant '\(Self.code)'' grants it."
  }

  /// `tenuto grant`; its exit code.
  func grant(_ option: String = "--yes") throws -> Int32 {
    try probe.tenuto("grant", "\(Self.code)", option).status
  }

  /// Creates a folder with a secret in the user's folder, both world-writable.
  func make(_ name: String) throws {
    let secret = "\(prey.path)/\(name)/secret"
    try FileManager.default.createDirectory(
      atPath: "\(prey.path)/\(name)", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o777])
    try Data("secret\n".utf8).write(to: URL(fileURLWithPath: secret))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: secret)
  }

  /// Creates a link in the user's folder.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(prey.path)/\(name)", withDestinationPath: "\(prey.path)/\(target)")
  }

  /// Its output and its end; its folder is one of the user's.
  func run(
    _ name: String, in folder: String = "", _ variables: [String] = []
  ) throws -> [String] {
    try probe.lines(
      ["component", self.folder, "\(Self.code)", "TENUTO_TEST_ATTEMPT=\(name)"]
        + ["TENUTO_TEST_FOLDER=\(prey.path)/\(folder)"] + variables)
  }

  /// The result of the call: `succeeded`, or the name of the error.
  func answer(_ name: String, in folder: String = "") throws -> String? {
    try run(name, in: folder).dropLast().last
  }

  func attempt(_ name: String, in folder: String = "") throws -> Result {
    let lines = try run(name, in: folder)
    let note = lines.first { $0.hasPrefix("note: ") }.map { String($0.dropFirst(6)) }
    let end = try #require(lines.last)
    #expect(["end: exited with code 0", "end: exited with code 42"].contains(end), "\(lines)")
    return Result(note: note, isDenied: end.hasSuffix(" 0"))
  }

  /// Makes a different executable with the same behaviour.
  func change() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/Evil.tenuto/Evil"))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
  }
}
