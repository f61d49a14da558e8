import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

/// The content of a bundle, which must be harmless.
struct BundleTests {
  private func content(name: String = "Delay", time: Double = 1_795_253_140) -> CrashBundle.Content
  {
    var content = CrashBundle.Content(
      component: ComponentDescription(
        "aufx test Test", name: name, manufacturerName: "Tenuto", version: "1.0.0"),
      executablePath: "/bin/sh", cause: .crashed(signal: 11, address: 16),
      format: RenderFormat(
        sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 64, inputChannelCount: 2,
        outputChannelCount: 2, depth: 0, slot: 0),
      layout: BusLayout(inputs: [2], outputs: [2]), time: time)
    content.node = "delay1"
    content.exit = .signaled(number: 11)
    content.output = Array("one line\n".utf8)
    content.parameters = [ParameterValue(UInt64.max, 0.1), ParameterValue(2, -3)]
    content.state = ComponentState(
      code: "aufx test Test", version: 1, parameters: content.parameters, data: [1, 2, 3])
    content.sandboxLayers = ["landlock", "seccomp"]
    content.misses = 7
    content.recording = Self.recording
    return content
  }

  private static let recording = FlightRecording(
    before: [.parameter(address: 5, value: 0.3), .midi(UMP(0x4090_3C00, 0xFFFF_0000))],
    cycles: [
      FlightRecording.Cycle(sampleTime: -5, frameCount: 3),
      FlightRecording.Cycle(sampleTime: 480_000, frameCount: 2, isAsked: false, isOffline: true),
    ],
    events: [
      FlightRecording.Event(
        cycle: 0,
        event: TimedEvent(frameOffset: 2, payload: .ramp(address: 1, value: 0.7, frameCount: 9))),
      FlightRecording.Event(
        cycle: 1, event: TimedEvent(frameOffset: 0, payload: .gesture(address: 1, isTouched: true))),
      FlightRecording.Event(
        cycle: 1, event: TimedEvent(frameOffset: 1, payload: .midi(UMP(0x5000_0001, 2, 3, 4)))),
    ],
    contexts: [
      FlightRecording.Context(
        cycle: 1, frameOffset: 1,
        context: MusicalContext(
          tempo: 97.3, meterNumerator: 7, meterDenominator: 8, beatPosition: 0.1 + 0.2,
          samplePosition: -9, isPlaying: true, isLooping: true, loopEnd: .infinity))
    ],
    inputs: [[0.1, 0.2, 0.3, 0, -0.0], [1, 2, 3, 4, Float(bitPattern: 0x0001_0000)]])

  @Test func writtenFilesAreRead() throws {
    let folder = try TestFolder()
    let written = content()
    let path = try CrashBundle.write(written, into: folder.path + "/deep/er")
    let read = try CrashBundle(contentsOf: path).content
    #expect(path.hasSuffix("/2026-11-21T09-25-40Z-Delay-SIGSEGV"))
    #expect(read.recording == written.recording)
    #expect(read.recording?.inputs[1][4].bitPattern == 0x0001_0000)
    #expect(read.state == written.state && read.parameters == written.parameters)
    #expect(read.cause == written.cause && read.output == written.output)
    #expect(read.format == written.format && read.layout == written.layout)
    #expect(
      read.misses == 7 && read.node == "delay1" && read.sandboxLayers == ["landlock", "seccomp"])
    #expect(read.component.code == written.component.code)
  }

  @Test func twoOfOneSecondAreTwo() throws {
    let folder = try TestFolder()
    let first = try CrashBundle.write(content(), into: folder.path)
    let second = try CrashBundle.write(content(), into: folder.path)
    #expect(second == first + "-2")
  }

  @Test func theNewestTwentyStay() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.part-abcdef", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/mine", withIntermediateDirectories: true)
    for second in 0..<23 {
      _ = try CrashBundle.write(content(time: Double(second)), into: folder.path)
    }
    let bundles = CrashBundle.list(in: folder.path)
    #expect(bundles.count == CrashBundle.keptCount)
    #expect(bundles.first?.contains("1970-01-01T00-00-22Z") == true)
    #expect(folder.names.count == 21 && folder.names.contains("mine"))
  }

  @Test(arguments: [
    "../../x", "a/b", "\u{1B}[2J", "", "é\n\u{202E}", String(repeating: "n", count: 999),
  ])
  func aNameStaysInTheFolderAndOffTheTerminal(_ name: String) throws {
    let folder = try TestFolder()
    let path = try CrashBundle.write(content(name: name), into: folder.path)
    #expect(folder.names.count == 1)
    #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && path.utf8.count < 400)
    let report = try String(contentsOfFile: path + "/report.json", encoding: .utf8)
    #expect(!report.contains("\u{1B}"))
  }

  @Test func aFolderThatCannotBeWrittenIsAnError() throws {
    let folder = try TestFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    #expect(throws: HostError.self) {
      try CrashBundle.write(content(), into: folder.path + "/file/crashes")
    }
  }

  @Test func noCutAndNoChangeOfAFileTraps() throws {
    let folder = try TestFolder()
    let path = try CrashBundle.write(content(), into: folder.path)
    var random = SeededRandom(seed: 11)
    for name in ["report.json", "events.txt", "parameters.json", "state.tenuto", "input.wav"] {
      let file = URL(fileURLWithPath: "\(path)/\(name)")
      let whole = try Data(contentsOf: file)
      for round in 0..<120 {
        var bytes = Data(
          whole.prefix(
            round % 2 == 0 ? Int.random(in: 0..<whole.count, using: &random) : whole.count))
        if round % 2 == 1 {
          bytes[Int.random(in: 0..<whole.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        try bytes.write(to: file)
        _ = try? CrashBundle(contentsOf: path)
      }
      try whole.write(to: file)
    }
    #expect(try CrashBundle(contentsOf: path).content.recording == Self.recording)
  }

  @Test func symbolsOfAnyFileDoNotTrap() throws {
    let program = Built.path("CrashingExtension")
    #expect(SymbolTable(path: program).symbols.contains { $0.name.contains("overflowStack") })
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: program)))
    var random = SeededRandom(seed: 5)
    for _ in 0..<40 {
      var damaged = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      for _ in 0..<8 where damaged.count > 64 {
        damaged[Int.random(in: 0..<64, using: &random)] = .random(in: 0...255, using: &random)
        damaged[Int.random(in: damaged.indices, using: &random)] = 0xFF
      }
      damaged.replaceSubrange(0..<min(6, damaged.count), with: bytes.prefix(min(6, damaged.count)))
      _ = SymbolTable(ELFFile(damaged)).symbol(at: 0x1000)
    }
    #expect(SymbolTable(path: "/dev/zero").symbols.isEmpty)
  }
}
