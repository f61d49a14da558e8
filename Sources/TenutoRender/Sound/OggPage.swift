internal import TenutoTransport

/// A page of an Ogg file (RFC 3533).
struct OggPage {
  /// The page's bytes in the file.
  private(set) var bytes: [UInt8]

  /// Bytes before the segment table.
  static let headerByteCount = 27
  /// The flag of a stream's last page.
  private static let lastFlag: UInt8 = 4
  private static let serialPlace = 14..<18
  private static let checksumPlace = 22..<26

  /// Reads the page at `offset`; nil if there is no complete one.
  init?(in file: FileBytes, at offset: Int) throws(SystemError) {
    let head = try file.read(at: offset, count: Self.headerByteCount + 255)
    guard head.count >= Self.headerByteCount, head.starts(with: "OggS".utf8) else { return nil }
    let bodyStart = Self.headerByteCount + Int(head[26])
    guard head.count >= bodyStart else { return nil }
    let count = head[Self.headerByteCount..<bodyStart].reduce(bodyStart) { $0 + Int($1) }
    bytes = try file.read(at: offset, count: count)
    guard bytes.count == count else { return nil }
  }

  /// The page's data.
  var body: ArraySlice<UInt8> { bytes[(Self.headerByteCount + Int(bytes[26]))...] }

  /// Frames up to the end of the last packet that ends on the page, or −1 if none ends there.
  var position: Int64 { Int64(bitPattern: LittleEndian.value(bytes[6..<14])) }

  /// Whether it is the stream's last page.
  var isLast: Bool {
    get { bytes[5] & Self.lastFlag != 0 }
    set { bytes[5] = newValue ? bytes[5] | Self.lastFlag : bytes[5] & ~Self.lastFlag }
  }

  /// The serial number of its stream.
  var serial: UInt32 {
    get { UInt32(truncatingIfNeeded: LittleEndian.value(bytes[Self.serialPlace])) }
    set { bytes.replaceSubrange(Self.serialPlace, with: LittleEndian.bytes(newValue)) }
  }

  /// Whether its checksum is correct.
  var isIntact: Bool {
    var page = self
    page.sign()
    return page.bytes == bytes
  }

  /// Sets its checksum: CRC-32 of polynomial 0x04C11DB7, not reflected, initial value 0.
  mutating func sign() {
    bytes.replaceSubrange(Self.checksumPlace, with: [0, 0, 0, 0])
    let checksum = bytes.reduce(UInt32(0)) {
      ($0 << 8) ^ Self.checksums[Int($0 >> 24) ^ Int($1)]
    }
    bytes.replaceSubrange(Self.checksumPlace, with: LittleEndian.bytes(checksum))
  }

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in
      value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
    }
  }

  /// Visits the pages from the start of a file to the first incomplete one.
  static func forEach(
    in file: FileBytes, _ body: (OggPage, Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    var offset = 0
    while let page = try OggPage(in: file, at: offset) {
      try body(page, offset)
      offset += page.bytes.count
    }
  }
}
