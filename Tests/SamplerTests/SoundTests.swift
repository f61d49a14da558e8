import KernelTestSupport
import TenutoExtension
import Testing

@testable import SamplerKernel

@Suite struct SoundTests {
  @Test func aSoundSurvivesTheMessageAndTheState() throws {
    let sine = RecordedSound.sine(480)
    #expect(try RecordedSound(decoding: sine.encoded(.float32)) == sine)
    let unit = SamplerUnit()
    #expect(unit.encodeState(.preset).isEmpty)
    #expect(try unit.answer(sine.encoded(.float32)).isEmpty)
    let state = unit.encodeState(.document)
    #expect(state.count == 36 + 2 * 96000)
    let restored = SamplerUnit()
    try restored.decodeState(state)
    #expect(restored.encodeState(.document) == state)
    let kept = try RecordedSound(decoding: state)
    #expect(kept.loop == sine.loop && kept.rootNote == 60)
    for (first, second) in zip(kept.channels[0], sine.channels[0]) {
      #expect(abs(first - second) <= 0.5 / 65000)
    }
    try restored.decodeState([])
    #expect(restored.encodeState(.preset).isEmpty)
  }

  /// Every damaged state is refused, and nothing changes.
  @Test func nonsenseIsRefusedWhole() throws {
    let good = RecordedSound(
      sampleRate: 48000, rootNote: 60, channels: [[0, 0.5, -0.5, 0.25]], loop: 1..<3
    ).encoded(.float32)
    func word(_ offset: Int, _ value: UInt32) -> [UInt8] {
      var bytes = good
      for index in 0..<4 { bytes[offset + index] = UInt8(value >> UInt32(8 * index) & 0xFF) }
      return bytes
    }
    let nan = Float.nan.bitPattern
    let bad: [[UInt8]] = [
      Array(good.dropLast()), good + [0], [1, 2, 3], word(0, 0), word(4, 2), word(4, 0x2_0001),
      word(8, 0), word(8, 3), word(8, .max), word(12, nan), word(12, Float(10).bitPattern),
      word(16, Float(128).bitPattern), word(16, nan), word(20, nan), word(24, 0), word(24, .max),
      word(28, 3), word(32, 5), word(32, 0), word(32, .max), word(36, nan),
      word(36, Float.infinity.bitPattern), Array(good.prefix(36)),
      good + Array(repeating: 0, count: 1 << 24),
    ]
    let unit = SamplerUnit()
    _ = try unit.answer(RecordedSound.sine(480).encoded(.float32))
    let before = unit.encodeState(.preset)
    for (index, bytes) in bad.enumerated() {
      #expect(throws: MessageRefusal.self, "\(index)") { try unit.answer(bytes) }
      #expect(throws: StateError.self, "\(index)") { try unit.decodeState(bytes) }
    }
    #expect(unit.encodeState(.preset) == before)
  }

  @Test func randomBytesNeverTrap() throws {
    let good = RecordedSound.builtIn.encoded(.int16).prefix(36 + 400)
    var random = UInt64(7)
    func next() -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1
      return Int(random >> 33)
    }
    for _ in 0..<3000 {
      var bytes = Array(good)
      bytes[24] = 200
      bytes[25] = 0
      bytes[26] = 0
      for _ in 0..<next() % 6 { bytes[next() % 40] = UInt8(next() & 255) }
      guard let sound = try? RecordedSound(decoding: bytes) else { continue }
      #expect(sound.loop.upperBound <= sound.channels[0].count)
    }
  }

  /// A sound replaced during playback fades within 5 ms, and its memory is freed.
  @Test func aSwapWhilePlayingIsSmoothAndFreesTheOld() throws {
    var take = try SamplerTake.plain(.sine(120))
    take.play(0, 60)
    take.play(12000, 64)
    let unit = take.unit
    var isLoaded = 0
    let heard = take.render(
      20000,
      between: { frame in
        guard frame >= 9600, isLoaded < 3 else { return }
        isLoaded += 1
        _ = try? unit.answer(RecordedSound.sine(Double(120 * isLoaded)).encoded(.float32))
      })
    #expect(isLoaded == 3)
    #expect(heard.largestStep(5000..<9000) * 4 > heard.largestStep(9000..<12000))
    #expect(heard.isSilent(11500..<12000))
    #expect(heard.peak(15000..<20000) > 0.3)
    _ = try unit.answer([])
    #expect(unit.memoryCount == 2)
  }

  /// A short sound, a loop of one frame, extreme parameters: the output is finite and bounded.
  @Test func extremesAreBounded() throws {
    for sampleRate in [8000.0, 192_000] {
      for loop in [0..<0, 0..<1, 2..<3] {
        let sound = RecordedSound(
          sampleRate: 768_000, rootNote: 0, channels: [[0.5, -0.5, 0.5]], loop: loop)
        var take = try SamplerTake.plain(sound, sampleRate: sampleRate)
        for address in 0...11 as ClosedRange<UInt64> {
          for value in [Float.nan, .infinity, -.infinity, 1e30] {
            take.events.append((100, .parameter(address: address, value: value)))
            take.events.append((100, .ramp(address: address, value: value, frameCount: .max)))
          }
        }
        take.play(50, 0)
        take.play(200, 127)
        take.play(300, 0)
        #expect(take.render(4000).left.allSatisfy { $0.isFinite && abs($0) < 8 })
      }
    }
  }

  @Test func theSoundIsTheSameHoweverACycleIsCut() throws {
    var state: UInt32 = 3
    func number(below limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 16) % limit
    }
    var take = SamplerTake()
    for index in 0..<200 {
      let frame = index * 70
      let note = UInt8(30 + number(below: 60))
      switch number(below: 6) {
      case 0: take.end(frame, note)
      case 1: take.add(frame, .pitchBend(channel: 0, value: UInt32(number(below: 65536)) << 16))
      case 2:
        let parameter = SamplerKernel.component.parameters[number(below: 11)]
        let range = parameter.range
        let part = Float(number(below: 100)) / 99
        take.set(
          frame, parameter.identifier,
          range.lowerBound + part * (range.upperBound - range.lowerBound))
      default: take.play(frame, note, velocity: UInt16(number(below: 65536)))
      }
    }
    let later = take.events.firstIndex { $0.frame > 8000 } ?? 0
    take.events.insert((8000, .ramp(address: 0, value: 0.1, frameCount: 3333)), at: later)
    let whole = take.render(16000)
    let cut = take.render(16000, nextCycle: { number(below: 3) == 0 ? 1 : number(below: 300) })
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern))
    #expect(whole.left.allSatisfy { !$0.isSubnormal })
  }

  @Test func afterAResetItSoundsAsIfNew() {
    func render(_ runner: inout KernelRunner<SamplerKernel>, _ note: UInt8?) -> [Float] {
      let events =
        note.map {
          [
            TimedEvent(
              frameOffset: 3,
              payload: .midi(VoiceEvent.noteOn(channel: 0, note: $0, velocity: 60000).ump))
          ]
        } ?? []
      runner.render(frameCount: 500, events: events.span)
      return (0..<500).map { runner.output(0)[$0] }
    }
    var used = KernelRunner<SamplerKernel>(sampleRate: 48000, maximumFrameCount: 512)
    _ = render(&used, 40)
    used.reset()
    #expect(render(&used, nil).allSatisfy { $0 == 0 })
    used.reset()
    var new = KernelRunner<SamplerKernel>(sampleRate: 48000, maximumFrameCount: 512)
    #expect(render(&used, 60) == render(&new, 60))
    #expect(abs(used.tail - 0.35) < 1e-6)
  }
}
