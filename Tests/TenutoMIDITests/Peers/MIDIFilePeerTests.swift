import TenutoMIDI
import Testing

/// Files are exchanged with other programs, and both sides find the same events.
@Suite struct MIDIFilePeerTests {
  @Test func midoReadsWrittenFiles() throws {
    try Peer.withMido("mido_read.py") { mido in
      var random = SeededGenerator(seed: 41)
      let files = (0..<100).map { _ in randomPeerFile(&random) }
      for (index, file) in files.enumerated() {
        try mido.write(file.serialized(), to: "\(index).mid")
      }
      try expect(mido(), equals: files.map(midoText))
    }
  }

  @Test func filesOfMidoAreRead() throws {
    try Peer.withMido("mido_write.py") { mido in
      let text = try mido("100", "42")
      let files = try (0..<100).map { try StandardMIDIFile(parsing: mido.read("\($0).mid")) }
      try expect(text, equals: files.map(midoText))
    }
  }

  @Test func midicsvReadsWrittenFiles() throws {
    try Peer.with("midicsv") { midicsv in
      var random = SeededGenerator(seed: 43)
      for _ in 0..<25 {
        let file = randomPeerFile(&random)
        try midicsv.write(file.serialized(), to: "a.mid")
        #expect(try midicsv("a.mid") == csvText(file))
      }
    }
  }

  @Test func filesOfCsvmidiAreRead() throws {
    try Peer.with("csvmidi") { csvmidi in
      var random = SeededGenerator(seed: 44)
      for _ in 0..<25 {
        let file = randomPeerFile(&random)
        try csvmidi.write(Array(csvText(file).utf8), to: "a.csv")
        try csvmidi("a.csv", "a.mid")
        #expect(try StandardMIDIFile(parsing: csvmidi.read("a.mid")) == file)
      }
    }
  }

  @Test func midishKeepsTheEventsThere() throws {
    try Peer.with("midish") { midish in
      var random = SeededGenerator(seed: 45)
      for _ in 0..<8 {
        let file = randomMidishFile(&random)
        try midish.write(file.serialized(), to: "a.mid")
        try midish("-b", input: "import \"a.mid\"\nexport \"b.mid\"\n")
        let exported = try StandardMIDIFile(parsing: midish.read("b.mid"))
        #expect(exported.division == file.division)
        let difference = sounding(exported).difference(from: sounding(file))
        #expect(difference.map { $0 } == [])
      }
    }
  }

  /// Compares file by file, so that a failure shows one of them.
  private func expect(_ text: String, equals files: [String]) throws {
    let parts = text.split(separator: "file ").map { "file " + $0 }
    try #require(parts.count == files.count)
    for (part, file) in zip(parts, files) { #expect(part == file) }
  }

  /// The effects of channels and tempos, regardless of tracks.
  private func sounding(_ file: StandardMIDIFile) -> [String] {
    let events = file.tracks.joined().filter { event in
      switch event.message {
      case .channel, .meta(type: 0x51, data: _): true
      default: false
      }
    }
    return events.map { "\($0.tick) \($0.message)" }.sorted()
  }
}
