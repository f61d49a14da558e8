internal import TenutoMIDIMessages

/// The manufacturer, family, model and revision of a device.
///
/// Thread: any.
public final class MIDI2DeviceInfo: Sendable {
  let identity: DeviceIdentity

  /// Creates a description of a device; excess bits of a field are ignored.
  public init(
    manufacturerID: MIDI2DeviceManufacturer, family: MIDIUInteger14, modelNumber: MIDIUInteger14,
    revisionLevel: MIDI2DeviceRevisionLevel
  ) {
    let maker = manufacturerID.sysExIDByte
    let revision = revisionLevel.revisionLevel
    let levels = [revision.0, revision.1, revision.2, revision.3]
    identity = DeviceIdentity(
      manufacturer: ManufacturerID(
        UInt7(truncatingIfNeeded: maker.0), UInt7(truncatingIfNeeded: maker.1),
        UInt7(truncatingIfNeeded: maker.2)),
      family: UInt14(truncatingIfNeeded: family),
      model: UInt14(truncatingIfNeeded: modelNumber),
      softwareRevision: UInt28(
        truncatingIfNeeded: levels.reduce(0 as UInt32) { $0 << 7 | UInt32($1 & 0x7F) }))
  }

  init(_ identity: DeviceIdentity) { self.identity = identity }

  /// The manufacturer's id; a one-byte id is followed by zeros.
  public var manufacturerID: MIDI2DeviceManufacturer {
    let maker = identity.manufacturer
    return MIDI2DeviceManufacturer(
      sysExIDByte: (maker.byte1.rawValue, maker.byte2.rawValue, maker.byte3.rawValue))
  }

  /// The family of models, 14 bits.
  public var family: MIDIUInteger14 { identity.family.rawValue }

  /// The model, 14 bits.
  public var modelNumber: MIDIUInteger14 { identity.model.rawValue }

  /// The revision, four bytes of 7 bits.
  public var revisionLevel: MIDI2DeviceRevisionLevel {
    let revision = identity.softwareRevision.rawValue
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: revision >> shift & 0x7F) }
    return MIDI2DeviceRevisionLevel(revisionLevel: (byte(21), byte(14), byte(7), byte(0)))
  }
}

extension MIDI2DeviceInfo: Hashable {
  /// Returns whether two descriptions are equal.
  public static func == (left: MIDI2DeviceInfo, right: MIDI2DeviceInfo) -> Bool {
    left.identity == right.identity
  }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
