internal import TenutoTransport

/// Repairs Ogg Vorbis: cuts the file after the last complete page, and marks that page as the last.
enum OggRepair {
  /// Repairs a file; returns nil if it has no complete page, or another codec.
  static func repair(_ file: FileBytes) throws(SystemError) -> SoundRepair.Finding? {
    var (place, frameCount, offset) = (0, 0, 0)
    var (last, isVorbis): (OggPage?, Bool) = (nil, false)
    var sampleRate = 1
    while let page = try page(in: file, from: &place) {
      if last == nil, page.body.count >= 16 {
        isVorbis = page.body.starts(with: [1] + Array("vorbis".utf8))
        sampleRate = max(1, Int(LittleEndian.value(page.body.dropFirst(12).prefix(4))))
      }
      // A page on which no packet ends has position −1.
      if page.position >= 0 { frameCount = Int(page.position) }
      (last, offset) = (page, place)
      place += page.bytes.count
    }
    guard isVorbis, var page = last else { return nil }
    guard !page.isLast else {
      return SoundRepair.Finding(frameCount: frameCount, sampleRate: sampleRate, isChanged: false)
    }
    let end = offset + page.bytes.count
    if try file.count != end { try file.cut(to: end) }
    page.isLast = true
    page.sign()
    try file.write(page.bytes, at: offset)
    return SoundRepair.Finding(
      frameCount: frameCount, sampleRate: sampleRate, isChanged: true)
  }

  /// The first intact page from `offset` on, with `offset` set to its start; nil if none exists.
  private static func page(
    in file: FileBytes, from offset: inout Int
  ) throws(SystemError) -> OggPage? {
    while true {
      if let page = try OggPage(in: file, at: offset), page.isIntact { return page }
      // A page has at most 65307 bytes; damaged bytes are skipped.
      let bytes = try file.read(at: offset + 1, count: 1 << 16)
      guard bytes.count >= 4 else { return nil }
      let next = bytes.indices.dropLast(3).first { bytes[$0...].starts(with: "OggS".utf8) }
      offset += 1 + (next ?? bytes.count - 3)
    }
  }
}
