internal import TenutoTransport

/// Repairs WAV and RF64 (EBU Tech 3306): sets the header's sizes to the sound in the file.
enum WAVRepair {
  /// The positions of a header's chunks.
  private struct Layout {
    var isRF64: Bool
    /// The content of `fmt `.
    var format: [UInt8] = []
    /// The start of the chunks' contents.
    var factOffset: Int?
    var sizesOffset: Int?
    var soundOffset = 0
    /// The number of sound bytes according to the header.
    var soundByteCount = 0
    var fileByteCount = 0

    var sampleRate: Int { max(1, Int(LittleEndian.value(format[4..<8]))) }
    var frameByteCount: Int { Int(LittleEndian.value(format[12..<14])) }
  }

  /// The most chunks before the sound: a recording never has more.
  private static let mostChunks = 100
  /// The largest size in a 32-bit header.
  private static let largestSize = 0xFFFF_FFFF - 24

  /// Repairs a file; returns nil if it is not a WAV file with a format and sound.
  static func repair(_ file: FileBytes) throws(SystemError) -> SoundRepair.Finding? {
    guard let layout = try layout(file), layout.frameByteCount > 0 else { return nil }
    let length = try file.count
    let frameCount = (length - layout.soundOffset) / layout.frameByteCount
    if isWhole(layout, length: length) {
      let count = layout.soundByteCount / layout.frameByteCount
      return SoundRepair.Finding(
        frameCount: count, sampleRate: layout.sampleRate, isChanged: false)
    }
    let byteCount = frameCount * layout.frameByteCount
    try file.cut(to: layout.soundOffset + byteCount)
    // A chunk of odd size is followed by a padding byte.
    if byteCount % 2 == 1 { try file.write([0], at: layout.soundOffset + byteCount) }
    try writeSizes(file, layout, frameCount: frameCount)
    return SoundRepair.Finding(
      frameCount: frameCount, sampleRate: layout.sampleRate, isChanged: true)
  }

  /// Whether the header's sizes match the file, also if other chunks or bytes follow the sound.
  private static func isWhole(_ layout: Layout, length: Int) -> Bool {
    let soundEnd = layout.soundOffset + layout.soundByteCount
    let paddedEnd = soundEnd + layout.soundByteCount % 2
    let fileEnd = layout.fileByteCount
    guard layout.soundByteCount % layout.frameByteCount == 0, fileEnd <= length else {
      return false
    }
    return fileEnd > paddedEnd || fileEnd >= soundEnd && fileEnd == length
  }

  private static func layout(_ file: FileBytes) throws(SystemError) -> Layout? {
    let start = try file.read(at: 0, count: 12)
    guard start.count == 12, start[8...].elementsEqual("WAVE".utf8) else { return nil }
    var layout = Layout(isRF64: start.starts(with: "RF64".utf8))
    layout.fileByteCount = 8 + Int(LittleEndian.value(start[4..<8]))
    var offset = 12
    for _ in 0..<mostChunks {
      let head = try file.read(at: offset, count: 8)
      guard head.count == 8 else { return nil }
      let size = Int(LittleEndian.value(head[4..<8]))
      offset += 8
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "fmt ": layout.format = try file.read(at: offset, count: min(size, 1024))
      case "fact": layout.factOffset = size >= 4 ? offset : nil
      case "ds64": layout.sizesOffset = size >= 24 ? offset : nil
      case "data":
        guard layout.format.count >= 16 else { return nil }
        (layout.soundOffset, layout.soundByteCount) = (offset, size)
        try readLongSizes(file, &layout)
        return layout
      default: break
      }
      offset += size + size % 2
    }
    return nil
  }

  private static func readLongSizes(
    _ file: FileBytes, _ layout: inout Layout
  ) throws(SystemError) {
    guard layout.isRF64, let offset = layout.sizesOffset else { return }
    let sizes = try file.read(at: offset, count: 16)
    guard sizes.count == 16 else { return }
    func size(_ bytes: ArraySlice<UInt8>) -> Int {
      Int(clamping: min(LittleEndian.value(bytes), UInt64(Int.max / 2)))
    }
    layout.fileByteCount = 8 + size(sizes[..<8])
    layout.soundByteCount = size(sizes[8...])
  }

  // MARK: - Sizes

  private static func writeSizes(
    _ file: FileBytes, _ layout: Layout, frameCount: Int
  ) throws(SystemError) {
    let byteCount = frameCount * layout.frameByteCount
    let fileSize = layout.soundOffset + byteCount + byteCount % 2 - 8
    if let offset = layout.sizesOffset, layout.isRF64 {
      let sizes = [fileSize, byteCount, frameCount].flatMap { LittleEndian.bytes(UInt64($0)) }
      return try file.write(sizes, at: offset)
    }
    guard fileSize <= largestSize else {
      return try writeLongHeader(file, layout, frameCount: frameCount)
    }
    if let offset = layout.factOffset {
      try file.write(LittleEndian.bytes(UInt32(frameCount)), at: offset)
    }
    try file.write(LittleEndian.bytes(UInt32(byteCount)), at: layout.soundOffset - 4)
    try file.write(LittleEndian.bytes(UInt32(fileSize)), at: 4)
  }

  /// Turns the header into an RF64 header, in the space reserved by `JUNK` and `fact`.
  private static func writeLongHeader(
    _ file: FileBytes, _ layout: Layout, frameCount: Int
  ) throws(SystemError) {
    let byteCount = frameCount * layout.frameByteCount
    let sizes = [layout.soundOffset + byteCount + byteCount % 2 - 8, byteCount, frameCount]
    var header = Array("RF64".utf8) + LittleEndian.bytes(UInt32.max) + Array("WAVE".utf8)
    header += chunk("ds64", sizes.flatMap { LittleEndian.bytes(UInt64($0)) } + [0, 0, 0, 0])
    header += chunk("fmt ", layout.format)
    let room = layout.soundOffset - 8 - header.count
    // Another program's file without that space: its sound is readable, but not by its sizes.
    guard room == 0 || room >= 8 else { return }
    if room > 0 { header += chunk("PAD ", [UInt8](repeating: 0, count: room - 8)) }
    header += Array("data".utf8) + LittleEndian.bytes(UInt32.max)
    try file.write(header, at: 0)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + LittleEndian.bytes(UInt32(content.count)) + content
  }
}
