internal import Foundation
internal import TenutoCore
internal import TenutoTransport
import Testing

/// CxxSawtooth: a C++ kernel class in the form of Apple's template, called from Swift.
struct CxxSawtoothTests {
  private func sawtooth() throws -> ForeignKernel { try .built("CxxSawtooth", "aumu cxsw Tnto") }

  @Test(arguments: [45, 69, 93] as [UInt8]) func notesHaveTheirPitchAndLevel(note: UInt8) throws {
    let sawtooth = try sawtooth()
    try sawtooth.allocate()
    let samples = try sawtooth.play(500, events: [noteOn(note)])
    let expected = 440 * exp2((Double(note) - 69) / 12)
    #expect(abs(frequency(samples) / expected - 1) < 2e-4)
    // The root mean square of a sawtooth is its peak over √3; smoothing reduces it slightly.
    #expect(abs(level(samples) / (0.25 / 3.0.squareRoot()) - 1) < 0.06)
  }

  @Test func itsHarmonicsFallAsOneByTheirNumber() throws {
    let sawtooth = try sawtooth()
    try sawtooth.allocate()
    let samples = try sawtooth.play(1500, events: [noteOn(45)]).suffix(48000)  // 110 Hz, a second
    for harmonic in 1...8 {
      var real = 0.0
      var imaginary = 0.0
      for (frame, sample) in samples.enumerated() {
        let angle = 2 * .pi * 110 * Double(harmonic) * Double(frame) / 48000
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / 48000
      let theory = 0.25 * 2 / (.pi * Double(harmonic))
      #expect(abs(amplitude / theory - 1) < 0.03, "harmonic \(harmonic)")
    }
  }

  @Test func parametersTakeEffectAtTheirFrame() throws {
    let sawtooth = try sawtooth()
    try sawtooth.allocate()
    _ = try sawtooth.play(10, events: [noteOn(69)])
    let take = try sawtooth.render(events: [parameter(0, 0, at: 40)]).channels
    #expect(take[0] == take[1])
    #expect(take[0][..<40].allSatisfy { $0 != 0 } && take[0][40...].allSatisfy { $0 == 0 })
  }

  @Test func aReleasedNoteDecaysAtTheSetRate() throws {
    let sawtooth = try sawtooth()
    try sawtooth.allocate()
    _ = try sawtooth.play(100, events: [parameter(1, 0.1), noteOn(69)])
    let samples = try sawtooth.play(300, events: [noteOff(69)])
    // A tenth of a second later its level has fallen to 1/e.
    let ratio = level(samples[4800..<6000]) / level(samples[..<1200])
    #expect(abs(ratio * exp(1) - 1) < 0.02)
  }
}
