import TenutoCore
import Foundation
import TenutoMIDI
import TenutoRender
import TestSupport
import Testing

/// Whether FluidSynth was available when Tenuto was built.
private let isBuilt = FileManager.default.isExecutableFile(atPath: Built.path("SoundFont"))

/// General MIDI songs: `--gm`, compared with the `fluidsynth` program.
@Suite(.serialized, .enabled(if: isBuilt)) struct GeneralMIDITests {
  private static let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  private func workshop() async throws -> Workshop {
    let workshop = try Workshop()
    let outcome = try await workshop.run(
      "install", Built.path("SoundFont"), "--read", "/usr/share/sounds")
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return workshop
  }

  /// Several parts with programs or drums, in ticks of a millisecond.
  ///
  /// FluidSynth's player counts whole milliseconds, and would shift other times by up to one; every
  /// fourth tick is the start of a block, which rounding may miss.
  @discardableResult
  private func writeSong(
    _ workshop: Workshop, hasDrums: Bool = true, parts: UInt8 = 9
  ) throws -> [TrackEvent] {
    var track: [TrackEvent] = []
    func add(_ tick: Int, _ status: UInt8, _ first: UInt8, _ second: UInt8 = 0) {
      guard let message = MIDI1ChannelMessage(status: status, data1: first, data2: second) else {
        return
      }
      let late = tick > 0 && tick % 4 == 0 ? 1 : 0
      track.append(TrackEvent(tick: UInt32(tick + late), message: .channel(message)))
    }
    var random = SeededRandom(seed: 4)
    for (channel, program) in [0, 24, 32, 40, 48, 56, 65, 73, 19].enumerated() {
      let channel = UInt8(channel)
      add(0, 0xC0 | channel, UInt8(program))
      add(0, 0xB0 | channel, 10, 20 + channel * 10)
      add(0, 0xB0 | channel, 91, 60)
      add(0, 0xB0 | channel, 93, channel * 10)
    }
    for step in 0..<30 {
      let tick = 10 + step * 123
      for channel in 0..<parts where Bool.random(using: &random) {
        let note = UInt8.random(in: 45...80, using: &random)
        add(tick + Int(channel), 0x90 | channel, note, .random(in: 50...120, using: &random))
        add(tick + 100 + Int.random(in: 0...400, using: &random), 0x80 | channel, note)
      }
      if step % 4 == 0 { add(tick + 7, 0xE0, 0, UInt8(64 + step)) }
      if step % 5 == 0 { add(tick + 9, 0xB4, 64, step % 2 == 0 ? 127 : 0) }
      guard hasDrums else { continue }
      add(tick, 0x99, step % 2 == 0 ? 36 : 38, 110)
      add(tick + 3, 0x99, 42, 90)
    }
    let order = track.enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }
    let end = TrackEvent(tick: 5000, message: .endOfTrack)
    let file = StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(500), tracks: [order.map(\.element) + [end]])
    try workshop.write("song.mid", file.serialized())
    return order.map(\.element)
  }

  private func samples(_ workshop: Workshop, _ name: String) throws -> [[Float]] {
    try SoundFileReader(path: "\(workshop.path)/\(name)").readAll()
  }

  /// The level of the difference in dB relative to the first sound.
  private func difference(_ first: ArraySlice<Float>, _ second: ArraySlice<Float>) -> Double {
    var (error, level) = (0.0, 0.0)
    for (one, other) in zip(first, second) {
      error += Double(one - other) * Double(one - other)
      level += Double(one) * Double(one)
    }
    return 10 * log10(error / level)
  }

  @Test(arguments: [(false, 5), (true, 0)] as [(Bool, UInt8)])
  func aSongEqualsFluidSynthsRendering(hasDrums: Bool, parts: UInt8) async throws {
    let workshop = try await workshop()
    try writeSong(workshop, hasDrums: hasDrums, parts: parts)
    let (code, log) = try workshop.call([
      "fluidsynth", "-ni", "-F", "anchor.wav", "-r", "48000", "-T", "wav", "-O", "float",
      Self.font, "song.mid",
    ])
    try #require(code == 0, "\(log)")
    let outcome = try await workshop.run("render", "song.mid", "--gm", "-o", "song.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (anchor, song) = (try samples(workshop, "anchor.wav"), try samples(workshop, "song.wav"))
    // FluidSynth's player is a block of 64 frames late.
    let count = min(anchor[0].count - 64, song[0].count)
    #expect(count > 200_000)
    for channel in 0..<2 {
      let found = difference(anchor[channel][64..<count + 64], song[channel][..<count])
      #expect(found < -60, "\(found) dB")
    }
  }

  /// Nine parts and drums, up to 96 voices, bit for bit.
  ///
  /// FluidSynth's player passes messages before the previous block is computed, so notes get
  /// different slots; a slot keeps the amplitude of its last note, from which the next one begins.
  @Test func aDenseSongEqualsFluidSynthsRendering() async throws {
    let workshop = try await workshop()
    let messages = try writeSong(workshop).compactMap { event -> String? in
      guard case .channel(let message) = event.message else { return nil }
      return "\(event.tick * 48) \(message.status) \(message.data1) \(message.data2)"
    }
    try workshop.write("messages", (messages.joined(separator: "\n") + "\n").utf8)
    let source = "\(Workshop.checkout)/Tests/Fixtures/FluidFeed/feed.c"
    let (status, log) = try workshop.call([
      "sh", "-c",
      """
      set -e
      cc -O1 \(source) -o feed -lfluidsynth
      ./feed \(Self.font) 3600 <messages >feed.raw 2>feed.log
      fluidsynth -ni -F anchor.wav -r 48000 -T wav -O float \(Self.font) song.mid >/dev/null
      """,
    ])
    try #require(status == 0, "\(log)")
    let outcome = try await workshop.run("render", "song.mid", "--gm", "-o", "song.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let song = try samples(workshop, "song.wav")
    let bytes = try workshop.contents("feed.raw")
    let feed = stride(from: 0, to: bytes.count, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) })
    }
    let count = min(song[0].count, feed.count / 2)
    #expect(count > 200_000)
    for channel in 0..<2 {
      #expect((0..<count).allSatisfy { song[channel][$0] == feed[2 * $0 + channel] })
    }
    // A song with its player: blocks with audible differences are starts of notes.
    let anchor = try samples(workshop, "anchor.wav")
    var different = 0
    let blocks = min(count, anchor[0].count - 64) / 64
    for block in 0..<blocks {
      let frames = block * 64..<block * 64 + 64
      let error = frames.map { abs(anchor[0][$0 + 64] - song[0][$0]) }.max() ?? 0
      if error > 1e-3 { different += 1 }
    }
    #expect(different < blocks / 50, "\(different) of \(blocks) blocks")
  }

  @Test func theSameSongMakesTheSameBytes() async throws {
    let workshop = try await workshop()
    try writeSong(workshop)
    for name in ["a.wav", "b.wav"] {
      let outcome = try await workshop.run("render", "song.mid", "--gm", "-o", name)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let outcome = try await workshop.run(
      "render", "song.mid", "--instrument", "aumu sf2 Tnto", "--frames", "64", "-o", "c.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let bytes = try workshop.contents("a.wav")
    #expect(try bytes == workshop.contents("b.wav"))
    #expect(try samples(workshop, "a.wav")[0].contains { abs($0) > 0.01 })
    let (first, other) = (try samples(workshop, "a.wav")[0], try samples(workshop, "c.wav")[0])
    #expect(zip(first, other).allSatisfy(==), "cycles of other lengths")
  }

  /// A font of the user's, which is outside the sandbox: found by its digest.
  @Test func aFontOfTheUsersIsPlayedAndKeptInPresets() async throws {
    let workshop = try await workshop()
    try workshop.writeSong()
    try workshop.write("own.sf2", TestFont.standard.bytes)
    let played = try await workshop.run("render", "song.mid", "--font", "own.sf2", "-o", "a.wav")
    #expect(played.exitCode == 0 && played.errors.isEmpty, "\(played.errors)")
    let installed = try await workshop.run("render", "song.mid", "--gm", "-o", "b.wav")
    #expect(installed.exitCode == 0, "\(installed.errors)")
    let saved = try await workshop.run(
      "preset", "save", "aumu sf2 Tnto", "Own", "--font", "own.sf2")
    #expect(saved.exitCode == 0, "\(saved.errors)")
    let preset = try await workshop.run(
      "render", "song.mid", "--gm", "--preset", "Own", "-o", "c.wav")
    #expect(preset.exitCode == 0, "\(preset.errors)")
    let bytes = try workshop.contents("a.wav")
    #expect(try bytes != workshop.contents("b.wav"))
    #expect(try bytes == workshop.contents("c.wav"))
    try workshop.write("own.sf2", TestFont.standard.bytes.dropLast(100))
    let damaged = try await workshop.run("render", "song.mid", "--font", "own.sf2", "-o", "d.wav")
    #expect(damaged.exitCode == 1)
    #expect(damaged.errors.contains("it is cut off"), "\(damaged.errors)")
    #expect(damaged.errors.split(separator: "\n").count == 1, "\(damaged.errors)")
    #expect(try !workshop.fileNames.contains("d.wav"))
  }

  /// The process ends, and the spare continues with the font and the programs.
  @Test func aCrashBringsBackTheFont() async throws {
    let workshop = try await workshop()
    try workshop.writeSong(seconds: 8)
    try workshop.write("own.sf2", TestFont.standard.bytes)
    let program = try Program(
      ["play", "song.mid", "--font", "own.sf2", "--engine", "clock", "--record", "out.wav"],
      in: workshop)
    try await program.waitFor("clock engine")
    try await Task.sleep(for: .seconds(1))
    for child in workshop.extensionProcesses { kill(child, SIGKILL) }
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("SIGKILL"), "\(outcome.errors)")
    let rendered = try await workshop.run("render", "song.mid", "--font", "own.sf2", "-o", "a.wav")
    #expect(rendered.exitCode == 0)
    let (played, whole) = (try samples(workshop, "out.wav")[0], try samples(workshop, "a.wav")[0])
    // The last two seconds use the same font.
    let level = { (samples: ArraySlice<Float>) in
      samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    let last = 6 * 48000..<8 * 48000
    #expect(abs(10 * log10(level(played[last]) / level(whole[last]))) < 0.5)
  }

  @Test(.enabled(if: geteuid() == 0)) func withoutAFontASentenceNamesThePackage() async throws {
    let workshop = try await workshop()
    try workshop.writeSong()
    let outcome = try await Program(
      ["render", "song.mid", "--gm", "-o", "a.wav"], in: workshop,
      wrapper: [
        "/usr/bin/unshare", "-m", "/bin/sh", "-c",
        #"mount -t tmpfs none /usr/share/sounds && exec "$@""#, "sh",
      ]
    ).finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("install the package timgm6mb-soundfont"))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }
}

extension GeneralMIDITests {
  /// The library is missing although it was available when Tenuto was built.
  @Test(.enabled(if: geteuid() == 0)) func withoutTheLibraryASentenceNamesThePackage() async throws
  {
    let workshop = try await workshop()
    try workshop.writeSong()
    let outcome = try await Program(
      ["render", "song.mid", "--gm", "-o", "a.wav"], in: workshop,
      wrapper: [
        "/usr/bin/unshare", "-m", "/bin/sh", "-c",
        #"""
        for library in /usr/lib/*/libfluidsynth.so.3; do
          mount --bind /dev/null "$(readlink -f "$library")"
        done
        exec "$@"
        """#, "sh",
      ]
    ).finish()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("install the package libfluidsynth3"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }
}

/// Without the instrument.
@Suite struct NoGeneralMIDITests {
  @Test func withoutFluidSynthASentenceNamesThePackage() async throws {
    let workshop = try Workshop()
    try workshop.writeSong()
    for arguments in [["render", "song.mid", "--gm", "-o", "a.wav"], ["info", "aumu sf2  Tnto"]] {
      let outcome = try await Program(arguments, in: workshop).finish()
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains("libfluidsynth-dev"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }
}
