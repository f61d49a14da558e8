import TenutoCore
import Testing

struct MusicalContextTests {
  @Test func timeMovesOnWithTheTempo() {
    let start = MusicalContext(
      tempo: 90, meterNumerator: 3, meterDenominator: 4, samplePosition: 100, isPlaying: true)
    // 90 bpm at 48 kHz: 32000 frames for a quarter.
    let later = start.advanced(by: 32000 * 7, sampleRate: 48000)
    #expect(later.beatPosition == 7)
    #expect(later.measureDownbeat == 6)
    #expect(later.samplePosition == 100 + 32000 * 7)
    #expect(start.measureLength == 3)
  }

  @Test func aStoppedTransportDoesNotMove() {
    let start = MusicalContext(beatPosition: 5, measureDownbeat: 4)
    #expect(start.advanced(by: 1000, sampleRate: 48000) == start)
  }

  @Test func timeBeforeTheContextIsComputed() {
    let start = MusicalContext(tempo: 60, beatPosition: 4, measureDownbeat: 4, isPlaying: true)
    #expect(start.advanced(by: -48000, sampleRate: 48000).beatPosition == 3)
  }

  @Test(arguments: [(0.0, 0.0), (0.25, 18000), (-0.25, 6000), (3.75, 6000), (-2, 0)])
  func framesToTheNextBeat(beat: Double, frames: Double) {
    let context = MusicalContext(tempo: 120, beatPosition: beat)
    #expect(context.framesToNextBeat(sampleRate: 48000) == frames)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func nonsenseIsNoTrap(number: Double) {
    var context = MusicalContext(beatPosition: number, isPlaying: true)
    _ = context.advanced(by: 64, sampleRate: 48000)
    #expect(context.framesToNextBeat(sampleRate: 48000) == 0)
    context = MusicalContext(tempo: number, meterDenominator: 0, isPlaying: true)
    #expect(context.advanced(by: 64, sampleRate: 48000).samplePosition == 64)
  }
}
