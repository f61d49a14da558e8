internal import Glibc
import TenutoExtension

/// The kind and the presets of a font, read from the chunks of its file.
///
/// The file is untrusted: a chunk ends at the latest with its parent, and lists are read up to a
/// bound.
struct FontOutline {
  private(set) var presets: [FontPreset] = []
  private(set) var isSoundFont = false
  private let descriptor: CInt

  /// The greatest number of presets.
  static let maximumPresetCount = 4096
  /// The greatest number of chunks in a list.
  private static let maximumChunkCount = 65536
  /// The greatest size of a file in bytes: 2 GiB.
  private static let maximumByteCount: Int64 = 1 << 31

  /// The content of a chunk.
  private struct Chunk {
    let name: String
    let start: Int
    let end: Int
  }

  init(_ descriptor: CInt) throws(FontError) {
    self.descriptor = descriptor
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FontError("it is not a file")
    }
    guard status.st_size <= Self.maximumByteCount else { throw FontError("it has more than 2 GiB") }
    let head = Self.read(descriptor, at: 0, count: 12)
    guard head.count == 12, head.starts(with: "RIFF".utf8) else {
      throw FontError("it is neither a SoundFont nor a DLS file")
    }
    let end = 8 + Self.word(head, 4)
    guard end <= Int(status.st_size) else {
      throw FontError("it is cut off: \(status.st_size) of \(end) bytes are there")
    }
    let content = Chunk(name: "RIFF", start: 12, end: end)
    switch String(decoding: head[8...], as: UTF8.self) {
    case "sfbk":
      isSoundFont = true
      try readSoundFont(content)
    case "DLS ": try readDLS(content)
    default: throw FontError("it is neither a SoundFont nor a DLS file")
    }
    guard !presets.isEmpty else { throw FontError("it has no presets") }
    presets.sort { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  // MARK: - Chunks

  /// Returns the chunks within `outer`; a list has its own type as its name.
  private func chunks(in outer: Chunk) throws(FontError) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = outer.start
    while outer.end - offset >= 8 {
      let head = Self.read(descriptor, at: offset, count: 12)
      guard head.count >= 8 else { throw FontError("it is cut off") }
      let end = offset + 8 + Self.word(head, 4)
      guard end <= outer.end else { throw FontError("a part is longer than its container") }
      let name = String(decoding: head[..<4], as: UTF8.self)
      if name == "LIST" && head.count == 12 && end >= offset + 12 {
        chunks.append(
          Chunk(name: String(decoding: head[8...], as: UTF8.self), start: offset + 12, end: end))
      } else {
        chunks.append(Chunk(name: name, start: offset + 8, end: end))
      }
      guard chunks.count < Self.maximumChunkCount else { throw FontError("it has too many parts") }
      offset = end + end % 2
    }
    return chunks
  }

  private func chunk(_ name: String, in outer: Chunk) throws(FontError) -> Chunk? {
    try chunks(in: outer).first { $0.name == name }
  }

  // MARK: - Presets

  /// Reads the headers of presets, 38 bytes each; the last one is a terminator.
  private mutating func readSoundFont(_ content: Chunk) throws(FontError) {
    guard let lists = try chunk("pdta", in: content), let headers = try chunk("phdr", in: lists),
      try chunk("sdta", in: content) != nil
    else { throw FontError("it has no presets or no samples") }
    let count = min((headers.end - headers.start) / 38 - 1, Self.maximumPresetCount)
    guard count > 0 else { return }
    let bytes = Self.read(descriptor, at: headers.start, count: count * 38)
    guard bytes.count == count * 38 else { throw FontError("it is cut off") }
    for start in stride(from: 0, to: bytes.count, by: 38) {
      let program = Int(bytes[start + 20]) | Int(bytes[start + 21]) << 8
      let bank = Int(bytes[start + 22]) | Int(bytes[start + 23]) << 8
      add(bank: bank, program: program, Self.text(bytes[start..<(start + 20)]))
    }
  }

  private mutating func readDLS(_ content: Chunk) throws(FontError) {
    guard let instruments = try chunk("lins", in: content) else {
      throw FontError("it has no instruments")
    }
    for instrument in try chunks(in: instruments).prefix(Self.maximumPresetCount)
    where instrument.name == "ins " {
      guard let header = try chunk("insh", in: instrument) else { continue }
      let bytes = Self.read(descriptor, at: header.start, count: 12)
      guard bytes.count == 12 else { throw FontError("it is cut off") }
      let locale = Self.word(bytes, 4)
      // The highest bit marks drums; the select messages have 7 bits each.
      let bank = locale >> 31 == 1 ? 128 : locale >> 8 & 127
      var name = ""
      if let texts = try chunk("INFO", in: instrument), let text = try chunk("INAM", in: texts) {
        name = Self.text(
          Self.read(descriptor, at: text.start, count: min(64, text.end - text.start))[...])
      }
      add(bank: bank, program: Self.word(bytes, 8) & 127, name)
    }
  }

  /// Adds a preset that MIDI can select, unless it is already there.
  private mutating func add(bank: Int, program: Int, _ name: String) {
    guard (0..<16384).contains(bank), (0..<128).contains(program) else { return }
    let name = name.isEmpty ? "\(bank):\(program)" : name
    let preset = FontPreset(bank: bank, program: program, name: name)
    if !presets.contains(where: { $0.number == preset.number }) { presets.append(preset) }
  }

  // MARK: - Bytes

  /// Returns the bytes up to the first 0 as printable text.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).printable
    let words = text.split(separator: " ").joined(separator: " ")
    return words
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// Returns at most `count` bytes from `offset` on, fewer at the end or after a read error.
  static func read(_ descriptor: CInt, at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let part = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        guard part > 0 else { return }
        filled += part
      }
    }
  }
}
