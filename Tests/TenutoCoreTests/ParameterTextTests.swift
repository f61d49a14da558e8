import TenutoCore
import TestSupport
import Testing

struct ParameterTextTests {
  private func parameter(
    _ unit: ParameterUnit, _ range: ClosedRange<Float>, unitName: String = ""
  ) -> Parameter {
    Parameter(
      0, "p", name: "P", range: range, unit: unit, unitName: unitName, default: range.lowerBound)
  }

  @Test(
    arguments: [
      (ParameterUnit.hertz, 440, "440 Hz"), (.hertz, 0.125, "0.125 Hz"),
      (.decibels, -6.5, "-6.5 dB"),
      (.percent, 33.333333, "33.33 %"), (.degrees, 90, "90°"), (.ratio, 4, "4:1"), (.rate, 2, "2×"),
      (.linearGain, 0.5, "0.5"), (.boolean, 1, "On"), (.boolean, 0, "Off"),
      (.midiNoteNumber, 60.4, "60"), (.custom, 3, "3 steps"), (.seconds, 0, "0 s"),
      (.generic, 100_000, "20000"),
    ] as [(ParameterUnit, Float, String)])
  func aValueReadsAsPeopleWriteIt(unit: ParameterUnit, value: Float, text: String) {
    let isBoolean = unit == .boolean
    let parameter = parameter(unit, isBoolean ? 0...1 : -20000...20000, unitName: "steps")
    #expect(parameter.text(for: value) == text)
  }

  @Test(arguments: ParameterUnit.allCases)
  func everyUnitGoesThereAndBackWithinItsResolution(unit: ParameterUnit) throws {
    let ranges: [ClosedRange<Float>] =
      unit == .boolean
      ? [0...1] : [0...1, -1...1, 20...20000, -96...24, 0...1e-4, -1e9...1e9, 0...127]
    var random = SeededRandom(seed: UInt64(unit.rawValue))
    for range in ranges where !unit.isWhole || range.upperBound >= 1 {
      let parameter = parameter(unit, range, unitName: "Apples")
      let span = Double(range.upperBound) - Double(range.lowerBound)
      for step in 0..<200 {
        let value =
          switch step {
          case 0: range.lowerBound
          case 1: range.upperBound
          default: parameter.clamped(Float.random(in: range, using: &random))
          }
        let text = parameter.text(for: value)
        let back = try #require(parameter.value(forText: text), "\(text)")
        #expect(
          abs(Double(back) - Double(value))
            <= (unit.isWhole ? 0 : span * 0.5e-4 + 2 * Double(value.ulp)))
        #expect(parameter.text(for: back) == text)
        let bare = text.replacing(parameter.unitText, with: "")
        if unit != .boolean { #expect(parameter.value(forText: bare) == back) }
        #expect(parameter.value(forText: "  \(text.uppercased()) ") == back)
      }
    }
  }

  @Test func namesAreReadInAnyCase() {
    let wave = Parameter(0, "wave", name: "Wave", choices: ["Sine", "Saw", "sine"])
    #expect(wave.text(for: 1) == "Saw")
    #expect(wave.text(for: 7) == "sine")
    #expect(wave.value(forText: "SAW") == 1)
    #expect(wave.value(forText: "sine") == 2)
    #expect(wave.value(forText: "SINE") == 0)
    #expect(wave.value(forText: "1") == 1)
    #expect(wave.value(forText: "noise") == nil)
    let on = Parameter(1, "on", name: "On", isOn: false)
    #expect(on.value(forText: "oN") == 1)
    #expect(on.value(forText: "0") == 0)
  }

  @Test(arguments: ["", " ", "Hz", "nan", "inf", "infinity", "0x10", "1e999", "5 ms", "4 4", "--1"])
  func notANumberIsNoValue(text: String) {
    #expect(parameter(.hertz, 0...100).value(forText: text) == nil)
  }

  @Test func valuesAreLimitedToTheRange() {
    let level = parameter(.decibels, -60...6)
    #expect(level.value(forText: "100 dB") == 6)
    #expect(level.value(forText: "\u{2212}100") == -60)
    #expect(level.text(for: .nan) == "-60 dB")
    #expect(level.value(forText: "1e1db") == 6)
  }

  @Test(arguments: ["1.5 kHz", "1.5k", "1500", "1500 Hz", "1.5 KHZ"])
  func frequenciesAreReadInThousands(_ text: String) {
    #expect(parameter(.hertz, 20...20000).value(forText: text) == 1500)
    #expect(parameter(.seconds, 0...10).value(forText: "1k") == nil)
  }
}
