import TenutoMIDI
import Testing

@Suite struct NoteNameTests {
  @Test func middleCIsC4() {
    #expect(NoteName.name(of: 60) == "C4")
    #expect([0, 21, 61, 127].map { NoteName.name(of: $0) } == ["C-1", "A0", "C#4", "G9"])
  }

  @Test func everyNameIsReadBack() {
    for note in UInt8(0)...127 {
      #expect(NoteName.number(of: NoteName.name(of: note)) == note)
    }
  }

  @Test func flatsLowerCaseAndDoubleAccidentalsAreRead() {
    #expect(NoteName.number(of: "Db4") == 61)
    #expect(NoteName.number(of: "bb3") == 58)
    #expect(NoteName.number(of: "F##4") == 67)
    #expect(NoteName.number(of: "Cb4") == 59)
  }

  @Test(arguments: ["", "C", "H4", "C+4", "C-2", "G#9", "C4 ", "C99", "C999999999999", "4", "C--1"])
  func invalidNotesGiveNil(name: String) {
    #expect(NoteName.number(of: name) == nil)
  }

  @Test func frequenciesAreEqualTemperament() {
    #expect(NoteName.frequency(of: 69) == 440)
    #expect(NoteName.frequency(of: 81) == 880)
    #expect(NoteName.frequency(of: 57) == 220)
    #expect(abs(NoteName.frequency(of: 60) - 261.6255653005986) < 1e-10)
    #expect(abs(NoteName.frequency(of: 127) - 12543.853951415975) < 1e-8)
    #expect(abs(NoteName.frequency(of: 69.5) / 440 - 1.029302236643492) < 1e-15)
    #expect(abs(NoteName.frequency(of: 68.75) / 440 - 0.9856629) < 1e-6)
  }

  @Test func aFractionalScaleHasNoSteps() {
    var last = NoteName.frequency(of: -128)
    for cent in stride(from: -127.99, through: 256, by: 0.01) {
      let next = NoteName.frequency(of: cent)
      #expect(abs(next / last - 1.0005777895065548) < 1e-12)
      last = next
    }
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 256, -128] as [Double])
  func everyNumberHasAFrequency(note: Double) {
    let frequency = NoteName.frequency(of: note)
    #expect(frequency > 0 && frequency.isFinite)
  }
}
