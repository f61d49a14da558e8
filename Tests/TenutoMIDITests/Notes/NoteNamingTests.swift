import TenutoMIDI
import Testing

@Suite struct NoteNamingTests {
  @Test func everyNameIsReadBack() {
    for naming in NoteNaming.allCases {
      for spelling in NoteSpelling.allCases {
        for octaves in OctaveConvention.allCases {
          for note in UInt8(0)...127 {
            let name = NoteName.name(of: note, in: naming, spelling: spelling, octaves: octaves)
            #expect(NoteName.number(of: name, in: naming, octaves: octaves) == note, "\(name)")
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      (.english, "C C# D D# E F F# G G# A A# B", "C Db D Eb E F Gb G Ab A Bb B"),
      (.german, "C Cis D Dis E F Fis G Gis A Ais H", "C Des D Es E F Ges G As A B H"),
      (.katakana, "ド ド♯ レ レ♯ ミ ファ ファ♯ ソ ソ♯ ラ ラ♯ シ", "ド レ♭ レ ミ♭ ミ ファ ソ♭ ソ ラ♭ ラ シ♭ シ"),
      (.japanese, "ハ 嬰ハ ニ 嬰ニ ホ ヘ 嬰ヘ ト 嬰ト イ 嬰イ ロ", "ハ 変ニ ニ 変ホ ホ ヘ 変ト ト 変イ イ 変ロ ロ"),
    ] as [(NoteNaming, String, String)])
  func keysHaveTheirNames(naming: NoteNaming, sharps: String, flats: String) {
    let keys = { (spelling: NoteSpelling) in
      (UInt8(60)..<72).map { NoteName.keyName(of: $0, in: naming, spelling: spelling) }
    }
    #expect(keys(.sharps).joined(separator: " ") == sharps)
    #expect(keys(.flats).joined(separator: " ") == flats)
  }

  @Test func italianHasWordsAndASpaceBeforeTheOctave() {
    #expect(NoteName.name(of: 61, in: .italian) == "Do diesis 4")
    #expect(NoteName.name(of: 70, in: .italian, spelling: .flats) == "Si bemolle 4")
    #expect(NoteName.name(of: 67, in: .italian) == "Sol4")
  }

  @Test func middleCHasTheOctaveOfTheConvention() {
    let names = OctaveConvention.allCases.map { NoteName.name(of: 60, in: .english, octaves: $0) }
    #expect(names == ["C3", "C4", "C5"])
    #expect(NoteName.name(of: 0, in: .english, octaves: .middleC3) == "C-2")
  }

  @Test func shortFunctionsUseEnglish() {
    for note in UInt8(0)...127 {
      #expect(NoteName.name(of: note, in: .english) == NoteName.name(of: note))
    }
  }

  @Test(
    arguments: [
      (.english, "db4", 61), (.english, "F##4", 67), (.english, "B♭3", 58), (.english, "bb3", 58),
      (.german, "b3", 58), (.german, "h3", 59), (.german, "Ces4", 59), (.german, "His3", 60),
      (.german, "Fisis4", 67), (.german, "Heses3", 57), (.german, "Asas4", nil),
      (.german, "Ases4", 67), (.italian, "sol bemolle 4", 66), (.italian, "Fa♯4", 66),
      (.katakana, "ソフラット4", 66), (.katakana, "ファシャープ 4", 66), (.japanese, "重嬰ヘ4", 67),
      (.japanese, "変ハ4", 59), (.english, "H4", nil), (.english, "C", nil), (.english, "C4 ", nil),
      (.english, "C+4", nil), (.english, "G#9", nil), (.english, "Cb-1", nil),
      (.italian, "Do", nil),
      (.english, "C99999999999", nil), (.english, "", nil), (.katakana, "シャープ4", nil),
    ] as [(NoteNaming, String, UInt8?)])
  func otherSpellingsAreRead(naming: NoteNaming, name: String, number: UInt8?) {
    #expect(NoteName.number(of: name, in: naming) == number)
  }
}
