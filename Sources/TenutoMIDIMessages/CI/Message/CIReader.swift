/// Reads the fields of a MIDI-CI message, whose bytes are all below 128.
struct CIReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The number of remaining bytes.
  var count: Int { bytes.count }

  /// Takes all that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  mutating func data(count: Int) throws(CIMessageError) -> [UInt8] {
    guard bytes.count >= count else { throw .truncated }
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  mutating func byte() throws(CIMessageError) -> UInt7 {
    guard let first = bytes.popFirst() else { throw .truncated }
    return UInt7(truncatingIfNeeded: first)
  }

  /// Reads a two-byte number, least significant byte first.
  mutating func number14() throws(CIMessageError) -> UInt14 {
    let low = try byte().rawValue
    return UInt14(truncatingIfNeeded: UInt16(try byte().rawValue) << 7 | UInt16(low))
  }

  /// Reads a four-byte number, least significant byte first.
  mutating func number28() throws(CIMessageError) -> UInt28 {
    let low = try number14().rawValue
    return UInt28(truncatingIfNeeded: UInt32(try number14().rawValue) << 14 | UInt32(low))
  }

  mutating func muid() throws(CIMessageError) -> MUID {
    MUID(try number28())
  }

  /// Reads data that follows its length of two bytes.
  mutating func data14() throws(CIMessageError) -> [UInt8] {
    try data(count: number14().intValue)
  }

  /// Reads data that follows its length of four bytes.
  mutating func data28() throws(CIMessageError) -> [UInt8] {
    try data(count: number28().intValue)
  }

  mutating func profile() throws(CIMessageError) -> ProfileID {
    ProfileID(try byte(), try byte(), try byte(), try byte(), try byte())
  }

  mutating func profiles() throws(CIMessageError) -> [ProfileID] {
    let count = try number14().intValue
    guard bytes.count >= 5 * count else { throw .truncated }
    var profiles: [ProfileID] = []
    for _ in 0..<count { profiles.append(try profile()) }
    return profiles
  }

  mutating func identity() throws(CIMessageError) -> DeviceIdentity {
    let manufacturer = ManufacturerID(try byte(), try byte(), try byte())
    let family = try number14()
    let model = try number14()
    var revision: UInt32 = 0
    for _ in 0..<4 { revision = revision << 7 | UInt32(try byte().rawValue) }
    return DeviceIdentity(
      manufacturer: manufacturer, family: family, model: model,
      softwareRevision: UInt28(truncatingIfNeeded: revision))
  }
}
