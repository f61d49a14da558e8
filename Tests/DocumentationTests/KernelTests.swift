import Foundation
import TestSupport
import Testing

/// Every C++ kernel in an article compiles as for a reader.
struct KernelTests {
  private static let pages =
    Repository.files(below: "Sources", endingIn: ".md")
    + Repository.files(below: "Examples", endingIn: ".md") + ["README.md"]

  private func compile(_ text: String) throws -> ProgramResult {
    let path = "\(NSTemporaryDirectory())tenuto-kernel-\(UUID().uuidString).cpp"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Program.run(
      "/usr/bin/env",
      [
        "clang++", "-std=c++20", "-fsyntax-only", "-Wall", "-Werror",
        "-Wno-pragma-once-outside-header", "-I", "\(Repository.folder)/Sources/CxxTenuto/include",
        path,
      ])
  }

  @Test func everyKernelOfThePagesCompiles() throws {
    var count = 0
    for page in Self.pages {
      for block in Markdown(try Repository.text(page)).blocks where block.language == "cpp" {
        let result = try compile(block.text)
        #expect(result.status == 0, "\(page): \(result.output)")
        count += 1
      }
    }
    #expect(count >= 1)
  }

  /// The types in kernels of public repositories, with their sizes on a Mac.
  @Test(arguments: [
    ("UInt8", 1), ("SInt8", 1), ("UInt16", 2), ("SInt16", 2), ("UInt32", 4), ("SInt32", 4),
    ("UInt64", 8), ("SInt64", 8), ("Float32", 4), ("Float64", 8), ("Boolean", 1), ("OSStatus", 4),
    ("AUValue", 4), ("AUParameterAddress", 8), ("AUAudioFrameCount", 4),
    ("AUAudioChannelCount", 4), ("AUEventSampleTime", 8), ("AUAudioUnitStatus", 4),
    ("AudioBuffer", 16), ("AudioBufferList", 24), ("AudioStreamBasicDescription", 40),
    ("SMPTETime", 24), ("AudioTimeStamp", 64), ("MIDITimeStamp", 8), ("MIDIEventPacket", 268),
    ("MIDIEventList", 276), ("MIDIPacket", 268), ("MIDIUniversalMessage", 28),
    ("AURenderEventHeader", 24), ("AUParameterEvent", 40), ("AUMIDIEvent", 24),
  ])
  func theNamesOfCoreAudioAreThere(name: String, size: Int) throws {
    let result = try compile(
      "#import <AudioToolbox/AudioToolbox.h>\nstatic_assert(sizeof(\(name)) == \(size));\n")
    #expect(result.status == 0, "\(name): \(result.output)")
  }
}
