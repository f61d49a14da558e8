/// Writes the fields of a message of MIDI-CI.
struct CIWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes data without its length; high bits are cut off.
  mutating func data(_ data: some Sequence<UInt8>) {
    bytes += data.lazy.map { $0 & 0x7F }
  }

  mutating func byte(_ byte: UInt7) {
    bytes.append(byte.rawValue)
  }

  /// Writes a two-byte number, least significant byte first.
  mutating func number14(_ number: UInt14) {
    bytes.append(UInt8(truncatingIfNeeded: number.rawValue & 0x7F))
    bytes.append(UInt8(truncatingIfNeeded: number.rawValue >> 7))
  }

  /// Writes a four-byte number, least significant byte first.
  mutating func number28(_ number: UInt28) {
    number14(UInt14(truncatingIfNeeded: number.rawValue))
    number14(UInt14(truncatingIfNeeded: number.rawValue >> 14))
  }

  mutating func muid(_ muid: MUID) {
    number28(muid.value)
  }

  /// Writes data after its two-byte length; longer data is truncated.
  mutating func data14(_ data: [UInt8]) {
    let count = UInt14(clamping: data.count)
    number14(count)
    self.data(data.prefix(count.intValue))
  }

  /// Writes data after its four-byte length; longer data is truncated.
  mutating func data28(_ data: [UInt8]) {
    let count = UInt28(clamping: data.count)
    number28(count)
    self.data(data.prefix(count.intValue))
  }

  mutating func profile(_ profile: ProfileID) {
    for byte in profile.bytes { self.byte(byte) }
  }

  mutating func profiles(_ profiles: [ProfileID]) {
    let count = UInt14(clamping: profiles.count)
    number14(count)
    for profile in profiles.prefix(count.intValue) { self.profile(profile) }
  }

  mutating func identity(_ identity: DeviceIdentity) {
    byte(identity.manufacturer.byte1)
    byte(identity.manufacturer.byte2)
    byte(identity.manufacturer.byte3)
    number14(identity.family)
    number14(identity.model)
    for shift in [21, 14, 7, 0] as [UInt32] {
      byte(UInt7(truncatingIfNeeded: identity.softwareRevision.rawValue >> shift))
    }
  }
}
