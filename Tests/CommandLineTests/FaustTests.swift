import Foundation
import TenutoMIDI
import TenutoRender
import Testing

/// Programs in Faust: their widgets, and their sound compared with Faust's own.
@Suite struct FaustTests {
  static let examples = ["string", "zita", "phaser"]
  private static let faustMakefile = "\(Workshop.checkout)/Sources/CxxFaust/faust.mk"

  /// Builds and installs a program of `text`, or an example.
  private func install(_ name: String, _ text: String? = nil, in workshop: Workshop) async throws {
    let example = "\(Workshop.checkout)/Examples/Faust/\(name).dsp"
    let program = try text ?? String(contentsOfFile: example, encoding: .utf8)
    try workshop.write("\(name).dsp", program.utf8)
    let (status, log) = try workshop.call(
      ["make", "-s", "-f", Self.faustMakefile, "DSP=\(name).dsp"])
    #expect(status == 0, "\(log)")
    let outcome = try await workshop.run("install", ".build/\(name)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func code(of name: String) throws -> String {
    let text = try String(
      contentsOfFile: "\(Workshop.checkout)/Examples/Faust/\(name).dsp", encoding: .utf8)
    return String(try #require(text.firstMatch(of: /declare tenuto "(.{14})"/)).1)
  }

  private func info(_ code: String, _ workshop: Workshop) async throws -> [String: Any] {
    let outcome = try await workshop.run("info", code, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  // MARK: Parameters

  private struct Widget {
    let label: String
    let minimum, maximum, initial: Double
    let isMeter: Bool
  }

  /// The widgets that Faust lists, without those of a voice's note.
  private func widgets(
    _ name: String, _ options: [String], in workshop: Workshop
  ) throws -> [Widget] {
    let (status, log) = try workshop.call(
      ["faust", "-json"] + options + ["\(name).dsp", "-o", "/dev/null"])
    #expect(status == 0, "\(log)")
    let document = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: "\(workshop.path)/\(name).dsp.json")))
    func collect(_ items: [[String: Any]]) -> [Widget] {
      items.flatMap { item -> [Widget] in
        if let inner = item["items"] as? [[String: Any]] { return collect(inner) }
        func number(_ key: String, _ other: Double) -> Double {
          (item[key] as? NSNumber)?.doubleValue ?? other
        }
        let type = item["type"] as? String ?? ""
        let minimum = number("min", 0)
        return [
          Widget(
            label: item["label"] as? String ?? "", minimum: minimum, maximum: number("max", 1),
            initial: number("init", minimum), isMeter: type.hasSuffix("bargraph"))
        ]
      }
    }
    let root = try #require((document as? [String: Any])?["ui"] as? [[String: Any]])
    return collect(root).filter { !["freq", "gain", "gate"].contains($0.label) }
  }

  @Test(arguments: examples) func theParametersAreTheWidgets(_ name: String) async throws {
    let workshop = try Workshop()
    try await install(name, in: workshop)
    var expected = try widgets(name, [], in: workshop)
    if name == "string" { expected += try widgets(name, ["-pn", "effect"], in: workshop) }
    let shown = try await info(try code(of: name), workshop)
    let parameters = try #require(shown["parameters"] as? [[String: Any]])
    #expect(parameters.count == expected.count && expected.count >= 9)
    for (parameter, widget) in zip(parameters, expected) {
      #expect(parameter["name"] as? String == widget.label)
      let flags = try #require(parameter["flags"] as? [String])
      #expect(flags.contains("read-only") == widget.isMeter, "\(flags)")
      // A menu with numbers other than 0, 1, 2 … counts its choices.
      if let names = parameter["valueNames"] as? [String], !names.isEmpty {
        #expect(names == ["Bridge", "Middle", "Neck"] && widget.label == "Position")
        #expect(parameter["default"] as? Double == 1)
        continue
      }
      for (key, value) in [
        ("minimum", widget.minimum), ("maximum", widget.maximum), ("default", widget.initial),
      ] {
        let number = try #require(parameter[key] as? Double)
        #expect(abs(number - value) <= abs(value) * 1e-6, "\(widget.label) \(key)")
      }
    }
  }

  @Test func metadataAreTaken() async throws {
    let workshop = try Workshop()
    try await install(
      "all",
      """
      declare name "All"; declare author "Somebody Else"; declare version "2.5";
      declare tags "Filter, Delay"; declare license "MIT";
      import("stdfaust.lib");
      box(x) = vgroup("Outer", hgroup("[1] Inner", x));
      process = _ * hslider("cut [unit:Hz][scale:log]", 100, 10, 1000, 0.1)
        + box(hslider("A b!", -3, -60, 6, 0.1) : hbargraph("Meter[unit:dB]", -60, 6))
        + nentry("Steps", 3, 1, 8, 1) + checkbox("Check") + button("Push")
        + nentry("Shape [style:menu{'Sine':0;'Square':1}]", 1, 0, 1, 1)
        + hslider("Mode [style:radio{'Low':100;'High':1000}]", 1000, 100, 1000, 900)
        + hslider("Secret [hidden:1]", 0, 0, 1, 0.1) + vgroup("Other", hslider("cut", 1, 0, 1, 0.1));
      """, in: workshop)
    let list = try await workshop.run("list", "All")
    let found = try #require(list.output.firstMatch(of: /aufx .... Some/))
    let shown = try await info(String(found.0), workshop)
    #expect(shown["license"] as? String == "MIT" && shown["version"] as? String == "2.5.0")
    #expect(shown["tags"] as? [String] == ["Filter", "Delay"])
    // Faust sorts them by label.
    let groups = try #require(shown["groups"] as? [[String: String]])
    #expect(groups.map { $0["path"] } == ["other", "outer", "outer.inner"])
    let parameters = try #require(shown["parameters"] as? [[String: Any]])
    func parameter(_ identifier: String) throws -> [String: Any] {
      try #require(parameters.first { $0["identifier"] as? String == identifier }, "\(identifier)")
    }
    let cut = try parameter("cut")
    #expect(cut["unit"] as? String == "Hz" && cut["flags"] as? [String] == ["logarithmic"])
    #expect(try parameter("other-cut")["group"] as? String == "other")
    #expect(try parameter("a-b")["group"] as? String == "outer.inner")
    #expect(try parameter("meter")["flags"] as? [String] == ["read-only"])
    #expect(try parameter("shape")["valueNames"] as? [String] == ["Sine", "Square"])
    let mode = try parameter("mode")
    #expect(mode["valueNames"] as? [String] == ["Low", "High"] && mode["default"] as? Double == 1)
    #expect(try parameter("secret")["flags"] as? [String] == ["hidden"])
    for name in ["check", "push", "steps"] { _ = try parameter(name) }
    // One channel in and out: the program runs once for each channel.
    #expect((shown["capabilities"] as? [Any])?.count == 1)
  }

  @Test func codesAreTheSameEverywhere() async throws {
    let workshop = try Workshop()
    let text = #"declare name "Thing"; declare author "Me"; process = _, _;"#
    try await install("one", text, in: workshop)
    #expect(try await workshop.run("list", "Thing").output.contains("aufx FVI5 Me__"))
  }

  // MARK: Sound

  private func samples(_ name: String, in workshop: Workshop) throws -> [Float] {
    let channels = try SoundFileReader(path: "\(workshop.path)/\(name)").readAll()
    return channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
  }

  /// The output of Faust's own classes for `input`, with the flags of the makefile.
  private func reference(
    _ name: String, _ program: String, input: [Float] = [], in workshop: Workshop
  ) throws -> [Float] {
    try workshop.write("reference.cpp", program.utf8)
    let bytes = input.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * UInt32($0))) }
    }
    try workshop.write("input.raw", bytes)
    let script = """
      set -e
      faust -lang cpp -cn mydsp \(name).dsp -o process.hpp
      faust -lang cpp -cn myeffect -pn effect \(name).dsp -o effect.hpp || true
      c++ -std=c++17 -O3 -w -I. reference.cpp -o reference -pthread
      ./reference <input.raw >output.raw 2>/dev/null
      """
    let (status, log) = try workshop.call(["sh", "-c", script])
    #expect(status == 0, "\(log)")
    let output = try workshop.contents("output.raw")
    return stride(from: 0, to: output.count, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(output[start + $1]) << (8 * UInt32($1)) })
    }
  }

  @Test(arguments: ["zita", "phaser"])
  func anEffectSoundsAsFaustsOwnToTheLastBit(_ name: String) async throws {
    let workshop = try Workshop()
    try await workshop.install("Sawtooth")
    try await install(name, in: workshop)
    try workshop.writeSong()
    let dryRun = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu saw1 Tnto", "-o", "dry.wav")
    #expect(dryRun.exitCode == 0, "\(dryRun.errors)")
    let wetRun = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu saw1 Tnto", "--effect", try code(of: name), "-o",
      "wet.wav")
    #expect(wetRun.exitCode == 0, "\(wetRun.errors)")
    let dry = try samples("dry.wav", in: workshop)
    let wet = try samples("wet.wav", in: workshop)
    let expected = try reference(name, FaustReference.effect, input: dry, in: workshop)
    #expect(wet == expected)
    #expect(wet != dry && wet.contains { abs($0) > 0.01 })
  }

  @Test func voicesSoundAsFaustsOwnToTheLastBit() async throws {
    let workshop = try Workshop()
    try await install("string", in: workshop)
    try workshop.writeSong()
    let outcome = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu strg Tnto", "-o", "string.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let sound = try samples("string.wav", in: workshop)
    let expected = try reference("string", FaustReference.voices, in: workshop)
    #expect(sound.count <= expected.count && sound.count >= 96000)
    #expect(sound == Array(expected.prefix(sound.count)))
    #expect(sound.contains { abs($0) > 0.01 })
  }

  @Test func controllersMoveTheWidgetsThatDeclareThem() async throws {
    let workshop = try Workshop()
    try await install(
      "knob",
      #"""
      declare name "Knob"; declare tenuto "aumu knob Demo"; declare options "[midi:on]";
      process = hslider("level [midi:ctrl 7]", 0, 0, 2, 0.01);
      """#, in: workshop)
    var track: [TrackEvent] = []
    for (tick, value) in [(UInt32(480), UInt8(127)), (960, 64), (1920, 0)] {
      let message = try #require(MIDI1ChannelMessage(status: 0xB0, data1: 7, data2: value))
      track.append(TrackEvent(tick: tick, message: .channel(message)))
    }
    track.append(TrackEvent(tick: 1920, message: .endOfTrack))
    let file = StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    try workshop.write("song.mid", file.serialized())
    let outcome = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu knob Demo", "-o", "knob.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let sound = try SoundFileReader(path: "\(workshop.path)/knob.wav").readAll()[0]
    #expect(sound[23999] == 0 && sound[24000] == 2 && sound[48001] == Float(2.0 * 64 / 127))
  }

  @Test(arguments: examples) func anExampleIsValid(_ name: String) async throws {
    let workshop = try Workshop()
    try await install(name, in: workshop)
    let outcome = try await workshop.run("validate", try code(of: name))
    #expect(outcome.exitCode == 0, "\(outcome.output)")
  }

  // MARK: On the render thread

  @Test(arguments: examples) func playingAllocatesNothing(_ name: String) async throws {
    let workshop = try Workshop()
    try await install(name, in: workshop)
    let fixtures = "\(Workshop.checkout)/Tests/Fixtures"
    let headers = "\(Workshop.checkout)/Sources/CTenutoExtension/include"
    let script = """
      set -e
      cc -std=c11 -O1 -I\(headers) -c \(fixtures)/FaustCounter/counter.c -o program.o
      cc -std=c11 -O1 -c \(fixtures)/AllocationCounter/counter.c -o allocator.o
      c++ program.o allocator.o .build/\(name).faust/*.o .build/Tenuto/Faust*.o -o count
      ./count
      """
    let (status, log) = try workshop.call(["sh", "-c", script])
    try #require(status == 0, "\(log)")
    let lines = log.split(separator: "\n").map { $0.split(separator: " ") }
    let counts = lines.map { (String($0[0]), Int($0.last ?? "") ?? -1) }
    #expect(counts.count == 14)
    for (call, count) in counts {
      switch call {
      // Verifies the counter itself.
      case "create": #expect(count > 0)
      case "meters": break
      default: #expect(count == 0, "\(call)")
      }
    }
  }

  // MARK: Writing one

  @Test(arguments: ["aumu", "aufx"]) func aNewOneIsBuiltAndValid(_ type: String) async throws {
    let workshop = try Workshop()
    let made = try await workshop.run(
      "new", "Thing", "--language", "faust", "--type", type, "--subtype", "thng",
      "--manufacturer", "Demo")
    #expect(made.exitCode == 0, "\(made.errors)")
    let (status, log) = try workshop.call(["make", "-s"], in: "\(workshop.path)/Thing")
    #expect(status == 0, "\(log)")
    #expect(try await workshop.run("install", "Thing/.build/Thing").exitCode == 0)
    let outcome = try await workshop.run("validate", "\(type) thng Demo")
    #expect(outcome.exitCode == 0, "\(outcome.output)")
  }

  @Test func aNewOneNeedsNoCodes() async throws {
    let workshop = try Workshop()
    let made = try await workshop.run("new", "Thing", "--language", "faust")
    #expect(made.exitCode == 0, "\(made.errors)")
    let text = try String(contentsOfFile: "\(workshop.path)/Thing/Thing.dsp", encoding: .utf8)
    #expect(!text.contains("declare tenuto") && text.contains("nvoices"))
  }

  @Test func aSavedProgramTakesOverWithHeldNotes() async throws {
    let workshop = try Workshop()
    let text = """
      declare options "[midi:on][nvoices:4]";
      process = button("gate") * hslider("freq", 440, 20, 20000, 1) / 1000;
      """
    try workshop.write("thing.dsp", text.utf8)
    let note = try #require(MIDI1ChannelMessage(status: 0x90, data1: 69, data2: 100))
    let track = [
      TrackEvent(tick: 0, message: .channel(note)),
      TrackEvent(tick: 3_600_000, message: .endOfTrack),
    ]
    let file = StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    try workshop.write("song.mid", file.serialized())
    let program = try Program(
      ["dev", "thing.dsp", "--song", "song.mid", "--engine", "clock", "--record", "dev.wav"],
      in: workshop)
    try await program.waitFor("clock engine")
    try workshop.write("thing.dsp", "this is not Faust".utf8)
    try await program.waitFor("The old build plays on")
    try workshop.write("thing.dsp", text.replacing("1000", with: "-500").utf8)
    try await program.waitFor("was replaced by the new build")
    try await Task.sleep(for: .milliseconds(1500))
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0 && outcome.errors.contains("ERROR"), "\(outcome.errors)")
    let sound = try SoundFileReader(path: "\(workshop.path)/dev.wav").readAll()[0]
    #expect(sound.contains { abs($0 - 0.44) < 1e-3 }, "the note sounds")
    // The end fades.
    let end = sound.dropLast(2048).suffix(24000)
    #expect(end.allSatisfy { abs($0 + 0.88) < 1e-3 }, "and continues in the new one")
  }

  @Test func thePackageIsNamedWhereFaustIsMissing() async throws {
    let workshop = try Workshop()
    try workshop.write("thing.dsp", "process = _;".utf8)
    let outcome = try await workshop.run(
      "dev", "thing.dsp", "--engine", "clock", environment: ["PATH": workshop.path])
    #expect(outcome.exitCode == 1)
    expectOneSentence(outcome)
    #expect(outcome.errors.contains("install Debian's package 'faust'"))
  }
}
