import Foundation
import TenutoComponents
import TenutoCore
import TenutoRender
import TenutoValidate
import TestSupport
import Testing

/// Checks of files: custom bundles and executables.
@Suite(.serialized) struct ManifestTests {
  /// The checks that these tests prove.
  static let proven = ["D01", "D02", "D06", "D09", "L09"]

  /// A bundle around the fixture, with its manifest modified by `change`.
  private func bundle(
    _ name: String, _ change: (ComponentDescription) -> ComponentDescription = { $0 }
  ) throws -> ValidationTarget {
    let target = try Fixture.target("aumu")
    let path = "\(Fixture.folder)/\(name).tenuto"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/run", withDestinationPath: Built.path("FaultyComponents"))
    let all = try Instance.describe(executablePath: target.executablePath).map {
      $0.code == target.code ? change($0) : $0
    }
    let bytes = try Manifest(executable: "run", components: all).serialized()
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/manifest.json"))
    return ValidationTarget(
      code: target.code, executablePath: "\(path)/run", bundlePath: path)
  }

  private func word(_ id: String, _ target: ValidationTarget) throws -> String {
    try result(of: id, on: target).outcome.word
  }

  @Test(arguments: ["D01", "D02", "D05", "D06"])
  func aCorrectBundle(_ id: String) throws {
    #expect(try word(id, bundle("good-\(id)")) == "passed")
  }

  @Test func anInvalidManifest() throws {
    let target = try bundle("broken")
    let path = try #require(target.bundlePath) + "/manifest.json"
    try Data("{\"schema\": 1".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try word("D01", target) == "failed")
  }

  @Test func aFalseManifest() throws {
    let target = try bundle("untrue") {
      var other = $0
      other.summary = "Something else"
      return other
    }
    #expect(try word("D05", target) == "failed")
  }

  @Test func anOversizedManifest() throws {
    for (count, expected) in [(3000, "passed"), (12000, "failed")] {
      let target = try bundle("large") {
        var other = $0
        other.parameters = (0..<count).map {
          Parameter(UInt64($0), "p\($0)", name: "Parameter \($0)", range: 0...1, default: 0)
        }
        other.presets = []
        return other
      }
      let path = try #require(target.bundlePath) + "/manifest.json"
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      #expect((size > 1 << 20) == (expected == "failed"), "\(size) bytes")
      let outcome = try result(of: "D06", on: target).outcome
      #expect(outcome.word == expected && outcome.text.contains("\(size) bytes"), "\(outcome)")
    }
  }

  @Test func codesOfApple() throws {
    let own = try Fixture.target("aumu")
    let code: ComponentCode = "aumu good flty"
    let lower = ValidationTarget(code: code, executablePath: own.executablePath)
    #expect(try word("D02", lower) == "failed")
    let strange: ComponentCode = "xxxx good Flty"
    let target = ValidationTarget(code: strange, executablePath: own.executablePath)
    #expect(try word("D02", target) == "failed")
  }

  /// The fixture's executable with a few changed bytes.
  private func executable(_ name: String, _ change: (inout [UInt8]) -> Void) throws
    -> ValidationTarget
  {
    let own = try Fixture.target("aumu")
    let path = "\(Fixture.folder)/\(name)"
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: Built.path("FaultyComponents"))))
    change(&bytes)
    try? FileManager.default.removeItem(atPath: path)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return ValidationTarget(code: own.code, executablePath: path)
  }

  @Test func aCorrectExecutable() throws {
    #expect(try word("D09", executable("plain") { _ in }) != "failed")
  }

  @Test func anExecutableStack() throws {
    let target = try executable("stack") { bytes in
      let start = Int(bytes[32]) | Int(bytes[33]) << 8
      let count = Int(bytes[56]) | Int(bytes[57]) << 8
      for header in (0..<count).map({ start + 56 * $0 })
      where bytes[header..<header + 4] == [0x51, 0xE5, 0x74, 0x64] {
        bytes[header + 4] |= 1
      }
    }
    let outcome = try result(of: "D09", on: target).outcome
    #expect(outcome == .failed("its stack is executable"))
  }

  @Test func anotherMachine() throws {
    #expect(try word("D09", executable("machine") { $0[18] = 8 }) == "failed")
  }

  @Test func aForeignLibrary() throws {
    let target = try executable("library") { bytes in
      // "libm.so.6" is needed; "libq.so.6" does not exist.
      let name = Array("libm.so.6".utf8)
      for index in bytes.indices.dropLast(name.count)
      where bytes[index] == 0x6C && Array(bytes[index..<index + name.count]) == name {
        bytes[index + 3] = 0x71
      }
    }
    let outcome = try result(of: "D09", on: target).outcome
    #expect(outcome.word == "failed" && outcome.text.contains("libq.so.6"))
  }

  @Test func anEndThatDoesNotCome() throws {
    let good = try Fixture.target("aumu")
    #expect(try word("L09", good) == "passed")
    let slow = try Fixture.target("aumu", fault: "L09")
    #expect(try word("L09", slow) == "hung")
    let deaf = try Fixture.target("aumu", fault: "X02")
    #expect(try word("L09", deaf) == "failed")
  }
}
