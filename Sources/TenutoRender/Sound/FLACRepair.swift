internal import TenutoTransport

/// Repairs FLAC (RFC 9639): cuts the file after the last complete frame, and writes the sample
/// count.
enum FLACRepair {
  /// The byte with the start of the 36-bit sample count; its upper 4 bits belong to another field.
  private static let totalOffset = 21
  /// The checksum of the decoded sound; 0 if the file has none.
  private static let digestRange = 26..<42
  /// Bytes at the end of a file that are searched for the last complete frame: twice the longest.
  private static let tailByteCount = 4 << 20

  /// Writes the number of samples in complete frames to the header.
  ///
  /// `encoded` is the number of frames passed to the encoder, which holds back one block and a
  /// sample.
  static func noteFrames(_ file: FileBytes, encoded: Int) throws(SystemError) {
    let header = try file.read(at: 0, count: 42)
    guard header.count == 42, encoded > 0 else { return }
    let block = Int(header[8]) << 8 | Int(header[9])
    if block > 0 { try write(total: (encoded - 1) / block * block, file, header) }
  }

  private static func write(
    total: Int, _ file: FileBytes, _ header: [UInt8]
  ) throws(SystemError) {
    var bytes = (0..<5).map { UInt8(truncatingIfNeeded: total >> (8 * (4 - $0))) }
    bytes[0] = header[totalOffset] & 0xF0 | bytes[0] & 0x0F
    try file.write(bytes, at: totalOffset)
  }

  /// Repairs a file; returns nil if it is not a FLAC file with a header.
  static func repair(_ file: FileBytes) throws(SystemError) -> SoundRepair.Finding? {
    let header = try file.read(at: 0, count: 42)
    guard header.count == 42, let start = try soundOffset(file) else { return nil }
    let sampleRate = max(1, header[18..<21].reduce(0) { $0 << 8 | Int($1) } >> 4)
    let length = try file.count
    let tail = max(start, length - tailByteCount)
    let search = FLACFrameSearch(try file.read(at: tail, count: length - tail))
    let block = Int(header[8]) << 8 | Int(header[9])
    let last = search.lastFrame
    let total = last.map { $0.sampleCount(blockFrameCount: block) } ?? 0
    let end = last.map { tail + $0.end } ?? start
    // A finished encoder has written the count and the checksum of the sound; the sound may be
    // followed by another program's tag.
    let counted = header[totalOffset..<totalOffset + 5].reduce(0) { $0 << 8 | Int($1) }
    let hasDigest = header[digestRange].contains { $0 != 0 }
    guard counted & 0xF_FFFF_FFFF != total || !hasDigest && end != length else {
      return SoundRepair.Finding(frameCount: total, sampleRate: sampleRate, isChanged: false)
    }
    if end != length { try file.cut(to: end) }
    try write(total: total, file, header)
    try file.write([UInt8](repeating: 0, count: digestRange.count), at: digestRange.lowerBound)
    return SoundRepair.Finding(frameCount: total, sampleRate: sampleRate, isChanged: true)
  }

  /// The start of the first frame, after all metadata blocks; nil if these do not end.
  private static func soundOffset(_ file: FileBytes) throws(SystemError) -> Int? {
    var offset = 4
    while true {
      let head = try file.read(at: offset, count: 4)
      guard head.count == 4 else { return nil }
      offset += 4 + head[1...].reduce(0) { $0 << 8 | Int($1) }
      if head[0] & 0x80 != 0 { return offset <= (try file.count) ? offset : nil }
    }
  }
}

/// Finds the last complete frame near the end of a FLAC file.
struct FLACFrameSearch {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The header of a frame.
  struct Frame: Equatable {
    /// The number of the frame, or of its first sample if frames differ in length.
    var number: Int
    var hasSampleNumber: Bool
    var frameCount: Int
    /// The end of the frame, in the searched bytes.
    var end: Int

    /// Samples up to its end, in a stream with this block length.
    func sampleCount(blockFrameCount: Int) -> Int {
      (hasSampleNumber ? number : number * blockFrameCount) + frameCount
    }
  }

  /// Bytes of the longest frame.
  private static let longestFrame = 2 << 20

  /// The last frame with valid checksums, regardless of the data between such frames, or nil.
  var lastFrame: Frame? {
    var (last, start): (Frame?, Int) = (nil, 0)
    while start + 6 <= bytes.count {
      let frame = frame(at: start)
      last = frame ?? last
      start = frame?.end ?? start + 1
    }
    return last
  }

  /// The complete frame that begins at `start`, or nil.
  private func frame(at start: Int) -> Frame? {
    guard var (frame, position) = header(at: start) else { return nil }
    var sum: UInt16 = 0
    for index in start..<position { sum = Self.next16(sum, bytes[index]) }
    let limit = min(bytes.count, start + Self.longestFrame)
    while position < limit {
      sum = Self.next16(sum, bytes[position])
      position += 1
      // The checksum over a frame and its checksum is 0.
      if sum == 0, isEnd(position) || header(at: position)?.frame.follows(frame) == true {
        frame.end = position
        return frame
      }
    }
    return nil
  }

  /// Bytes of the longest frame header.
  private static let longestHeader = 16
  /// The start of other programs' tags, which follow the sound.
  private static let tags = ["TAG", "APETAGEX"].map { Array($0.utf8) }

  /// Whether the sound may end there: at the end of the file, before a partial header, or at a tag.
  private func isEnd(_ position: Int) -> Bool {
    let rest = bytes[position...]
    if rest.isEmpty || Self.tags.contains(where: { rest.starts(with: $0) }) { return true }
    return rest.count < Self.longestHeader && rest.starts(with: [0xFF])
      && rest.dropFirst().prefix(1).allSatisfy { $0 & 0xFE == 0xF8 }
  }

  /// The header at `start` and its end, or nil if none exists or its checksum is wrong.
  private func header(at start: Int) -> (frame: Frame, end: Int)? {
    guard start + 6 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] & 0xFE == 0xF8
    else { return nil }
    var position = start + 4
    guard let number = codedNumber(&position),
      let frameCount = frameCount(code: bytes[start + 2] >> 4, &position)
    else { return nil }
    switch bytes[start + 2] & 0x0F {
    case 12: position += 1
    case 13, 14: position += 2
    case 15: return nil
    default: break
    }
    guard position < bytes.count else { return nil }
    let sum = bytes[start..<position].reduce(UInt8(0)) { Self.sums8[Int($0 ^ $1)] }
    guard sum == bytes[position] else { return nil }
    let hasSampleNumber = bytes[start + 1] & 1 != 0
    return (
      Frame(number: number, hasSampleNumber: hasSampleNumber, frameCount: frameCount, end: 0),
      position + 1
    )
  }

  private func frameCount(code: UInt8, _ position: inout Int) -> Int? {
    func extra(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      defer { position += count }
      return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) } + 1
    }
    switch code {
    case 1: return 192
    case 2...5: return 576 << (Int(code) - 2)
    case 6: return extra(1)
    case 7: return extra(2)
    case 8...15: return 256 << (Int(code) - 8)
    default: return nil
    }
  }

  /// A number coded like a character in UTF-8, with up to 36 bits.
  private func codedNumber(_ position: inout Int) -> Int? {
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    position += 1
    if first < 0x80 { return Int(first) }
    let count = (~first).leadingZeroBitCount
    guard count >= 2, count <= 7, position + count - 1 <= bytes.count else { return nil }
    var number = count == 7 ? 0 : Int(first & (0x7F >> count))
    for _ in 1..<count {
      guard bytes[position] & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(bytes[position] & 0x3F)
      position += 1
    }
    return number
  }

  // MARK: - Checksums

  private static func next16(_ sum: UInt16, _ byte: UInt8) -> UInt16 {
    sum << 8 ^ sums16[Int(UInt8(sum >> 8) ^ byte)]
  }

  /// CRC-8 of polynomial 0x07.
  private static let sums8: [UInt8] = (0..<256).map { byte in
    (0..<8).reduce(UInt8(byte)) { value, _ in
      value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1
    }
  }

  /// CRC-16 of polynomial 0x8005.
  private static let sums16: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { value, _ in
      value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
    }
  }
}

extension FLACFrameSearch.Frame {
  /// Whether this frame can follow `frame`.
  fileprivate func follows(_ frame: Self) -> Bool {
    hasSampleNumber == frame.hasSampleNumber
      && number == (hasSampleNumber ? frame.number + frame.frameCount : frame.number + 1)
  }
}
