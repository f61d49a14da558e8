import TenutoCore
import Testing

struct CodeTests {
  /// Not a literal, so that the failable initializer is called.
  private func code(_ text: String) -> ComponentCode? { ComponentCode(text) }

  @Test func fourCharactersArePackedTheFirstHighest() throws {
    let code = try #require(FourCharacterCode("aumu"))
    #expect(code.rawValue == 0x6175_6D75)
    #expect(code.description == "aumu")
    #expect(FourCharacterCode(rawValue: 0x6175_6D75) == code)
  }

  @Test(arguments: ["", "aum", "aumus", "aum\n", "aum\u{7F}", "aé!", "ééé"])
  func aCodeHasFourPrintableCharacters(text: String) {
    #expect(FourCharacterCode(text) == nil)
  }

  @Test(arguments: [0, 0x6175_6D1F, 0x7F75_6D75, 0x6175_806D, .max] as [UInt32])
  func aNumberWithAnUnprintableByteIsNoCode(number: UInt32) {
    #expect(FourCharacterCode(rawValue: number) == nil)
  }

  @Test func componentCodesRoundTripThroughText() throws {
    let saw = try #require(code("aumu saw1 Tnto"))
    #expect(saw.description == "aumu saw1 Tnto")
    #expect(saw == "aumu saw1 Tnto")
    #expect(saw.kind == .instrument)
    #expect(code("aumu a b  Tnto")?.subtype.description == "a b ")
  }

  @Test(
    arguments: [
      "", "aumu saw1", "aumu saw1 Tnto ", " aumu saw1 Tnt", "aumu-saw1-Tnto", "aumu saw1 Tnt\u{0}",
      "aumusaw1 Tnto ",
    ])
  func aComponentCodeHasThreeCodes(text: String) {
    #expect(ComponentCode(text) == nil)
  }

  @Test func everyKindHasAudioUnitsCode() {
    let codes = ComponentKind.allCases.map(\.rawValue)
    #expect(codes == ["aumu", "aufx", "aumf", "aumi", "augn"])
    #expect(code("zzzz saw1 Tnto")?.kind == nil)
  }
}
