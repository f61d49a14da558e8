import ArpeggiatorKernel
import TenutoExtension
import Testing

@Suite struct GridTests {
  /// Quarter notes of each rate, from its name.
  private func beats(_ index: Int) -> Double {
    let name = ArpeggiatorKernel.component.parameter(named: "rate")?.valueNames[index] ?? ""
    let words = name.split(separator: " ")
    let straight = 4 / (Double(words[0].dropFirst(2)) ?? 0)
    if words.count == 1 { return straight }
    return words[1] == "triplet" ? straight / 1.5 : straight * 1.5
  }

  /// The first frame at or after a beat, tolerant of rounding.
  private func frame(_ beat: Double, _ tempo: Double, _ sampleRate: Double) -> Int {
    Int((beat * 60 * sampleRate / tempo - 1e-5).rounded(.up))
  }

  @Test(arguments: 0..<18) func stepsAndEndsLieOnTheGridToTheFrame(rate: Int) {
    for (tempo, sampleRate, swing) in [
      (120, 48000, 50), (97.3, 44100, 66), (211, 8000, 50), (60, 192000, 75),
    ] as [(Double, Double, Double)] {
      var performance = Performance(sampleRate: sampleRate)
      performance.transport(playing(tempo), at: 0)
      performance.set("rate", Float(rate))
      performance.set("swing", Float(swing))
      performance.set("gate", 40)
      performance.press(60, at: 0)
      let frameCount = Int(sampleRate * 5)
      let sent = performance.render(frameCount)
      let start = { (step: Int) in
        (Double(step / 2 * 2) + (step % 2 == 1 ? 2 * swing / 100 : 0)) * beats(rate)
      }
      let steps = (0...).prefix { frame(start($0), tempo, sampleRate) < frameCount }
      #expect(
        sent.filter(\.isNoteOn).map(\.frame)
          == steps.map { frame(start($0), tempo, sampleRate) })
      let ends = steps.map {
        frame(start($0) + 0.4 * (start($0 + 1) - start($0)), tempo, sampleRate)
      }
      #expect(sent.filter(\.isNoteOff).map(\.frame) == ends.filter { $0 < frameCount })
    }
  }

  @Test func aChangeOfTempoIsFollowedToTheFrame() {
    var performance = Performance()
    performance.transport(playing(120), at: 0)
    performance.press(60, at: 0)
    // At 120 beats per minute sixteenths have 6000 frames. Frame 10000 is beat 10000 / 24000; then
    // a beat has 32000 frames (90).
    performance.transport(playing(90, beat: 10000.0 / 24000), at: 10000)
    let sent = performance.render(40000).filter(\.isNoteOn).map(\.frame)
    var wanted = [0, 6000]
    for step in 2..<6 {
      let place: Double = 10000 + (Double(step) / 4 - 10000.0 / 24000) * 32000
      wanted.append(Int((place - 1e-5).rounded(.up)))
    }
    #expect(sent == wanted)
  }

  @Test func aTempoThatGlidesNeitherSkipsNorRepeatsAStep() {
    var performance = Performance()
    var beat = 0.0
    var wanted: [Int] = []
    performance.press(60, at: 0)
    for cycle in 0..<900 {
      let tempo = 60 + Double(noise(cycle)) / 200
      performance.transport(playing(tempo, beat: beat), at: cycle * 64)
      for frame in 0..<64 {
        let now: Double = beat + Double(frame) * tempo / 2_880_000
        if now >= Double(wanted.count) / 4 - 1e-9 { wanted.append(cycle * 64 + frame) }
      }
      beat += 64 * tempo / 2_880_000
    }
    #expect(performance.render(57600).filter(\.isNoteOn).map(\.frame) == wanted)
    #expect(wanted.count > 15)
  }

  @Test func aKeyWaitsForTheNextStep() {
    var performance = Performance()
    performance.transport(playing(120, beat: 7.1), at: 0)
    performance.press(60, at: 100)
    // Beat 7.25 is 0.15 * 24000 frames away.
    #expect(performance.render(5000).first?.frame == 3600)
  }

  @Test func aKeyOnTheGridSoundsAtOnce() {
    var performance = Performance()
    performance.transport(playing(120), at: 0)
    performance.press(60, at: 12000)
    #expect(performance.render(20000).filter(\.isNoteOn).map(\.frame) == [12000, 18000])
  }

  @Test func aLoopEndsNotesAndRestarts() {
    var performance = Performance()
    performance.set("gate", 100)
    performance.transport(playing(120, beat: 3), at: 0)
    performance.press(60, at: 0)
    // Back to beat 1.2 while a note sounds.
    performance.transport(playing(120, beat: 1.2), at: 9000)
    let sent = performance.render(20000)
    #expect(sent.filter(\.isNoteOn).map(\.frame) == [0, 6000, 10200, 16200])
    #expect(sent.filter(\.isNoteOff).map(\.frame) == [6000, 9000, 16200])
  }

  @Test func itRunsWhileTheTransportIsStopped() {
    var performance = Performance()
    performance.set("tempo", 90)
    performance.set("rate", 9)
    performance.press(60, at: 777)
    let sent = performance.render(60000).filter(\.isNoteOn).map(\.frame)
    #expect(sent == [777, 16777, 32777, 48777])
  }

  @Test func negativePositionsHaveTheSameGrid() {
    var performance = Performance()
    performance.transport(playing(120, beat: -2.1), at: 0)
    performance.set("swing", 60)
    performance.press(60, at: 0)
    // Beats -2, -1.7, -1.5, -1.2, -1 of pairs of half a beat.
    let wanted = [-2, -1.7, -1.5, -1.2, -1].map { Int((($0 + 2.1) * 24000).rounded()) }
    #expect(Array(performance.render(30000).filter(\.isNoteOn).map(\.frame).prefix(5)) == wanted)
  }
}
