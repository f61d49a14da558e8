/// A small SoundFont: one looped sine, and presets that play it at other pitches.
package struct TestFont {
  /// A preset, and its transposition in semitones.
  package struct Preset {
    package let bank: UInt16
    package let program: UInt16
    package let name: String
    package let semitones: Int16

    package init(_ bank: UInt16, _ program: UInt16, _ name: String, _ semitones: Int16) {
      self.bank = bank
      self.program = program
      self.name = name
      self.semitones = semitones
    }
  }

  /// The options of the font.
  package var presets: [Preset]
  /// The sine as Ogg Vorbis, which makes it an SF3; nil for 16-bit samples.
  package var vorbis: [UInt8]?

  /// A melodic preset, its octave, a variation in bank 8, and drums.
  package static let standard = TestFont(presets: [
    Preset(0, 0, "Plain", 0), Preset(0, 5, "Octave", 12), Preset(8, 5, "Fifth", 7),
    Preset(128, 0, "Drums", -12),
  ])

  package init(presets: [Preset]) { self.presets = presets }

  /// The frequency of note 69, in Hz.
  package static let frequency = 440.0

  /// The file.
  package var bytes: [UInt8] {
    let info =
      Self.chunk("ifil", Self.words([vorbis == nil ? 2 : 3, 1]))
      + Self.chunk("INAM", Self.name("Test", 6))
    let body =
      Array("sfbk".utf8) + Self.list("INFO", info) + Self.list("sdta", samples)
      + Self.list("pdta", presetData)
    return Self.chunk("RIFF", body)
  }

  /// 100 periods of 100 frames at 44 kHz.
  package static var sine: [Int16] {
    // A sine computed by recurrence, without a math library.
    let turn = 2 * 3.14159265358979 / 100
    let step = 1 - turn * turn / 2 + turn * turn * turn * turn / 24
    var (before, now) = (-turn, 0.0)
    return (0..<10000).map { _ in
      let sample = now
      (before, now) = (now, 2 * step * now - before)
      return Int16(max(-32000, min(32000, 16000 * sample)))
    }
  }

  /// The samples, with the silence that the format requires.
  private var samples: [UInt8] {
    if let vorbis { return Self.chunk("smpl", vorbis) }
    let frames = Self.sine.map { UInt16(bitPattern: $0) } + Array(repeating: 0, count: 46)
    return Self.chunk("smpl", Self.words(frames))
  }

  private var presetData: [UInt8] {
    var (headers, bags, generators): ([UInt8], [UInt16], [UInt16]) = ([], [], [])
    for preset in presets {
      headers += Self.name(preset.name, 20)
      headers += Self.words([preset.program, preset.bank, UInt16(bags.count / 2), 0, 0, 0, 0, 0, 0])
      bags += [UInt16(generators.count / 2), 0]
      generators += [51, UInt16(bitPattern: preset.semitones), 41, 0]
    }
    headers += Self.name("EOP", 20) + Self.words([0, 0, UInt16(bags.count / 2), 0, 0, 0, 0, 0, 0])
    bags += [UInt16(generators.count / 2), 0]
    let instruments =
      Self.name("Sine", 20) + Self.words([0]) + Self.name("EOI", 20) + Self.words([1])
    // Looped, and the sample.
    let instrumentGenerators: [UInt16] = [54, 1, 53, 0]
    let end = vorbis.map { UInt32($0.count) } ?? 10000
    let sample =
      Self.name("Sine", 20) + Self.long([0, end, 1000, 9000, 44000]) + [69, 0]
      + Self.words([0, vorbis == nil ? 1 : 0x11])
    let last = Self.name("EOS", 20) + [UInt8](repeating: 0, count: 26)
    let none = [UInt8](repeating: 0, count: 10)
    return Self.chunk("phdr", headers) + Self.chunk("pbag", Self.words(bags))
      + Self.chunk("pmod", none) + Self.chunk("pgen", Self.words(generators + [0, 0]))
      + Self.chunk("inst", instruments) + Self.chunk("ibag", Self.words([0, 0, 2, 0]))
      + Self.chunk("imod", none)
      + Self.chunk("igen", Self.words(instrumentGenerators + [0, 0]))
      + Self.chunk("shdr", sample + last)
  }

  /// The same sine as a DLS file with one instrument.
  package static var dls: [UInt8] {
    // Unity note, no gain, one loop.
    let loop = long([20]) + words([69, 0]) + long([0, 0, 1, 16, 0, 1000, 8000])
    let region =
      chunk("rgnh", words([0, 127, 0, 127, 0, 0])) + chunk("wsmp", loop)
      + chunk("wlnk", words([0, 0]) + long([1, 0]))
    let instrument =
      chunk("insh", long([1, 0, 3])) + list("lrgn", list("rgn ", region))
      + list("INFO", chunk("INAM", name("Sine", 6)))
    let format = words([1, 1]) + long([44000, 88000]) + words([2, 16])
    let wave =
      chunk("fmt ", format) + chunk("wsmp", loop)
      + chunk("data", words(sine.map { UInt16(bitPattern: $0) }))
      + list("INFO", chunk("INAM", name("Sine", 6)))
    let body =
      Array("DLS ".utf8) + chunk("colh", long([1])) + list("lins", list("ins ", instrument))
      + chunk("ptbl", long([8, 1, 0])) + list("wvpl", list("wave", wave))
      + list("INFO", chunk("INAM", name("Test", 6)))
    return chunk("RIFF", body)
  }

  // MARK: - Chunks

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + long([UInt32(content.count)]) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private static func list(_ name: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + content)
  }

  private static func name(_ text: String, _ count: Int) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(count - 1))
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  private static func words(_ list: [UInt16]) -> [UInt8] {
    list.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func long(_ list: [UInt32]) -> [UInt8] {
    list.flatMap { word in (0..<4).map { UInt8(word >> UInt32(8 * $0) & 0xFF) } }
  }
}
