import Foundation
import Testing

/// `tenuto new`: packages that build.
@Suite struct NewTests {
  private static let sdk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private func make(_ type: String, in workshop: Workshop) async throws -> Outcome {
    try await workshop.run(
      "new", "Thing", "--type", type, "--subtype", "thng", "--manufacturer", "Demo", "--sdk",
      Self.sdk)
  }

  private func call(_ arguments: [String], in folder: String) throws -> (Int32, String) {
    let process = Process()
    let log = "\(folder)/log.txt"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    return (process.terminationStatus, text)
  }

  @Test(arguments: ["aumu", "aufx", "aumf", "aumi", "augn"])
  func everyTypeIsWholeAndParses(_ type: String) async throws {
    let workshop = try Workshop()
    let outcome = try await make(type, in: workshop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let folder = "\(workshop.path)/Thing"
    for path in [
      "Package.swift", "Sources/ThingKernel/ThingKernel.swift", "Sources/Thing/Thing.swift",
      "Tests/ThingTests/ThingTests.swift", "README.md",
    ] {
      let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(path)"))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("«") && text.hasSuffix("\n"))
      guard path.hasSuffix(".swift") else { continue }
      let (status, log) = try call(["swiftc", "-frontend", "-parse", path], in: folder)
      #expect(status == 0, "\(log)")
    }
    #expect(try await make(type, in: workshop).exitCode == 1)
  }

  @Test func anInstrumentBuildsAndItsTestPasses() async throws {
    let workshop = try Workshop()
    _ = try await make("aumu", in: workshop)
    let (status, log) = try call(["swift", "test"], in: "\(workshop.path)/Thing")
    #expect(status == 0, "\(log)")
    #expect(log.contains("2 tests"))
  }

  @Test(arguments: ["thing", "Thing!", "Kernel", ""])
  func wrongNamesAreRefused(_ name: String) async throws {
    let workshop = try Workshop()
    let outcome = try await workshop.run(
      "new", name, "--type", "aumu", "--subtype", "thng", "--manufacturer", "Demo")
    #expect(outcome.exitCode == 2)
    #expect(try workshop.fileNames.isEmpty)
  }
}
