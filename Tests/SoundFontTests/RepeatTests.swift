import KernelTestSupport
import SoundFontKernel
import TenutoExtension
import TestSupport
import Testing

/// The same sound in every run, and fonts that change during playback.
@Suite struct RepeatTests {
  /// Notes of three parts, with all effects.
  private func song(_ take: inout SoundFontTake) {
    take.set("gain", 0.5)
    take.send(0, 0xC1, 5)
    take.send(0, 0xB0, 91, 90)
    for step in 0..<24 {
      let frame = 100 + step * 997
      let note = UInt8(50 + step)
      take.send(frame, 0x90 | UInt8(step % 3 == 2 ? 9 : step % 3), note, 90)
      take.send(frame + 7000, 0x80 | UInt8(step % 3 == 2 ? 9 : step % 3), note)
      if step % 5 == 0 { take.send(frame + 31, 0xE0, 0, UInt8(40 + step)) }
    }
  }

  private func sorted(_ font: TemporaryFont) throws -> SoundFontTake {
    var take = SoundFontTake()
    _ = try take.unit.answer(Array(font.path.utf8))
    song(&take)
    return take
  }

  @Test func theSameSamplesHoweverACycleIsCut() throws {
    let font = try TemporaryFont()
    let take = try sorted(font)
    let first = take.render(40000).sound
    #expect(first.peak(0..<40000) > 0.01)
    // With the same unit, which has a new synthesizer.
    #expect(take.render(40000).sound.left == first.left)
    for length in [1, 63, 64, 65, 500] {
      let sound = try sorted(font).render(40000, nextCycle: { length }).sound
      #expect(sound.left == first.left && sound.right == first.right, "\(length)")
    }
  }

  @Test func aStateBringsTheFontToAnotherUnit() throws {
    let font = try TemporaryFont()
    let take = try sorted(font)
    let state = take.unit.encodeState(.document)
    let reference = try #require(FileReference(decoding: state))
    #expect(reference.path == font.path && !reference.isReplaceable)
    #expect(state == take.unit.encodeState(.preset))
    let restored = SoundFontUnit()
    try restored.decodeState(state)
    #expect(restored.encodeState(.document) == state)
    var other = SoundFontTake(unit: restored)
    song(&other)
    #expect(other.render(40000).sound.left == take.render(40000).sound.left)
    // Documents name the installed font, which may be replaced.
    try restored.decodeState([])
    #expect(restored.encodeState(.preset).isEmpty)
    if let installed = FileReference(decoding: restored.encodeState(.document)) {
      #expect(installed.isReplaceable)
      let absent = FileReference(
        path: "/nowhere.sf2", digest: installed.digest, isReplaceable: true)
      try restored.decodeState(absent.encoded())
    }
  }

  @Test func aChangedFontIsRefusedWithoutEffect() throws {
    let font = try TemporaryFont()
    let unit = SoundFontUnit()
    _ = try unit.answer(Array(font.path.utf8))
    let state = unit.encodeState(.document)
    let restored = SoundFontUnit()
    var other = TestFont.standard
    other.presets.removeLast()
    try font.write(other.bytes)
    do {
      try restored.decodeState(state)
      Issue.record("a font with another digest was taken")
    } catch {
      #expect("\(error)".contains("is not the font that the state was made with"))
    }
    #expect(restored.encodeState(.preset).isEmpty)
  }

  /// Notes of the old font fade; programs and controllers apply to the new one.
  @Test func aFontIsReplacedWhileItSounds() throws {
    let plain = try TemporaryFont()
    var higher = TestFont.standard
    higher.presets = higher.presets.map {
      .init($0.bank, $0.program, $0.name, $0.semitones + 12)
    }
    let octave = try TemporaryFont(higher.bytes)
    var take = try SoundFontTake.dry(plain)
    take.send(0, 0xC0, 5)
    take.send(0, 0xB0, 7, 60)
    take.send(64, 0x90, 57, 100)
    take.send(48128, 0x90, 57, 100)
    let unit = take.unit
    let sound = take.render(
      96000,
      between: { frame in
        guard frame == 512 * 60 else { return }
        #expect(throws: Never.self) { try unit.answer(Array(octave.path.utf8)) }
      }
    ).sound
    let swap = 512 * 60
    #expect(abs(sound.frequency(near: 440, from: 8000) - 440) < 0.3)
    #expect(sound.isSilent(swap + 400..<48000))
    #expect(sound.largestStep(swap - 64..<swap + 400) < 1.5 * sound.largestStep(8000..<swap - 64))
    #expect(abs(sound.frequency(near: 880, from: 60000) - 880) < 0.6)
    #expect(abs(sound.peak(60000..<90000) / sound.peak(8000..<30000) - 1) < 0.1)
  }

  @Test func resetEndsAllAndKeepsPrograms() throws {
    let font = try TemporaryFont()
    let unit = SoundFontUnit()
    _ = try unit.answer(Array(font.path.utf8))
    var runner = KernelRunner<SoundFontKernel>(
      sampleRate: 48000, maximumFrameCount: 512, unit: unit)
    func cycle(_ packets: [UInt32]) -> Float {
      let events = packets.map { TimedEvent(frameOffset: 0, payload: .midi(UMP($0))) }
      runner.render(frameCount: 512, events: events.span)
      var peak: Float = 0
      for frame in 0..<512 { peak = max(peak, abs(runner.output(0)[frame])) }
      return peak
    }
    _ = cycle([0x20C0_0500, 0x2090_4564])
    for _ in 0..<20 { _ = cycle([]) }
    #expect(cycle([]) > 0.01)
    runner.reset()
    for _ in 0..<4 { _ = cycle([]) }
    #expect(cycle([]) < 1e-5)
    #expect(runner.value(of: 100) == 5)
  }
}
