import TenutoCore
import Foundation
import SoundFontKernel
import TenutoExtension
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// Files that are not fonts, are damaged, or have false lengths.
@Suite struct FontTests {
  private func refusal(_ unit: SoundFontUnit, _ path: String) -> String? {
    do {
      _ = try unit.answer(Array(path.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func aFontListsItsPresets() throws {
    let font = try TemporaryFont()
    let answer = try SoundFontUnit().answer(Array(font.path.utf8))
    let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    #expect(lines == ["0\t0\tPlain", "0\t5\tOctave", "8\t5\tFifth", "128\t0\tDrums"])
  }

  @Test func otherFilesAreRefusedWithASentence() throws {
    let font = try TemporaryFont()
    let unit = SoundFontUnit()
    _ = try unit.answer(Array(font.path.utf8))
    let before = unit.encodeState(.preset)
    let good = TestFont.standard.bytes
    #expect(
      refusal(unit, "/nowhere.sf2")?.contains("'/nowhere.sf2' cannot be read: No such") == true)
    #expect(refusal(unit, "/tmp")?.contains("it is not a file") == true)
    #expect(refusal(unit, "\0")?.contains("no path") == true)
    let other = try TemporaryFont()
    let cases: [([UInt8], String)] = [
      ([], "neither a SoundFont nor"), (Array("RIFF".utf8), "neither a SoundFont nor"),
      (Array(repeating: 0x41, count: 5000), "neither a SoundFont nor"),
      (Array("RIFF\u{4}\0\0\0WAVE".utf8), "neither a SoundFont nor"),
      (Array("RIFF\u{4}\0\0\0sfbk".utf8), "no presets or no samples"),
      (Array("RIFF\u{4}\0\0\0DLS ".utf8), "no instruments"),
      (TestFont(presets: []).bytes, "it has no presets"),
    ]
    for (bytes, fact) in cases {
      try other.write(bytes)
      #expect(refusal(unit, other.path)?.contains(fact) == true, "\(fact)")
    }
    for count in stride(from: 12, to: good.count, by: 397) {
      try other.write(good.prefix(count))
      #expect(
        refusal(unit, other.path)?.contains("it is cut off: \(count) of \(good.count)") == true)
    }
    #expect(unit.encodeState(.preset) == before)
  }

  @Test func invalidStatesAreRefused() throws {
    let font = try TemporaryFont()
    let unit = SoundFontUnit()
    _ = try unit.answer(Array(font.path.utf8))
    let good = unit.encodeState(.preset)
    var bad = [Array(good.prefix(70)), Array(good.prefix(3)), good + [0], [1, 2, 3]]
    for index in [0, 4, 5, 6, 70] {
      var bytes = good
      bytes[index] = 0xFF
      bad.append(bytes)
    }
    for bytes in bad {
      #expect(throws: StateError.self) { try unit.decodeState(bytes) }
    }
    #expect(unit.encodeState(.preset) == good)
  }

  private static let isBuilt = FileManager.default.isExecutableFile(atPath: Built.path("SoundFont"))

  private func start(_ sandbox: SandboxPolicy) throws -> Instance {
    try Instance(
      executablePath: Built.path("SoundFont"), code: "aumu sf2  Tnto", sandbox: sandbox)
  }

  /// In a separate process, which FluidSynth may crash; the host must survive.
  @Test(.enabled(if: isBuilt)) func hostileFontsNeverHarmTheHost() throws {
    let good = TestFont.standard.bytes
    let tail = try #require(good.firstRange(of: Array("pdta".utf8))).lowerBound
    let font = try TemporaryFont()
    var random = SeededRandom(seed: 11)
    var instance = try start(.off)
    defer { instance.terminate() }
    var (taken, refused, ended) = (0, 0, 0)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The tables of presets and samples, with all offsets.
        bytes[Int.random(in: tail..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try font.write(bytes)
      do {
        _ = try instance.send(message: Array(font.path.utf8))
        taken += 1
      } catch {
        if error.code == .refused {
          #expect(error.message.contains("cannot be played"), "\(error.message)")
          refused += 1
        } else {
          ended += 1
          instance.terminate()
          instance = try start(.off)
        }
      }
    }
    #expect(refused > 0 && taken > 0, "\(taken) taken, \(refused) refused, \(ended) ended it")
    try font.write(good)
    let answer = try instance.send(message: Array(font.path.utf8))
    #expect(String(decoding: answer, as: UTF8.self).contains("Octave"))
  }

  /// A font outside the sandbox is found by the state that names it, by its digest.
  @Test(.enabled(if: isBuilt)) func theHostHandsOverTheFontOfAState() throws {
    let font = try TemporaryFont()
    let instance = try start(.standard)
    defer { instance.terminate() }
    #expect {
      _ = try instance.send(message: Array(font.path.utf8))
    } throws: {
      "\(($0 as? HostError)?.message ?? "")".contains("cannot be read")
    }
    let reference = try FileReference(naming: font.path)
    var state = try instance.state(.preset)
    state.data = reference.encoded()
    try instance.restore(state)
    #expect(try instance.state(.document).data == reference.encoded())
    // A different file is not passed to the extension.
    var wrong = reference
    wrong.digest = String(repeating: "0", count: 64)
    state.data = wrong.encoded()
    #expect {
      try instance.restore(state)
    } throws: {
      ($0 as? HostError)?.code == .stateRefused
    }
    #expect(try instance.state(.document).data == reference.encoded())
  }
}
