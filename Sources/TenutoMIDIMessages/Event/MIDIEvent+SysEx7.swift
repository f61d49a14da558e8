extension MIDIEvent {
  /// A manufacturer's message of 7-bit bytes.
  public struct SysEx7: Sendable, Hashable {
    /// The manufacturer.
    public var manufacturer: SysExManufacturer
    /// The data after the manufacturer, without the F7.
    ///
    /// The high bit of each byte is cut off when sent.
    public var data: [UInt8]
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a message.
    ///
    /// Thread: control.
    ///
    /// - Throws: `.malformed` if a byte has its high bit set.
    public init(
      manufacturer: SysExManufacturer, data: [UInt8], group: UInt4 = 0
    ) throws(ParseError) {
      guard data.allSatisfy({ $0 < 0x80 }) else { throw .malformed }
      self.manufacturer = manufacturer
      self.data = data
      self.group = group
    }

    /// Creates a message from bytes that are 7-bit by their type.
    ///
    /// Thread: control.
    @_disfavoredOverload
    public init(manufacturer: SysExManufacturer, data: [UInt7], group: UInt4 = 0) {
      self.manufacturer = manufacturer
      self.data = data.map(\.rawValue)
      self.group = group
    }
  }

  /// A standard message of 7-bit bytes.
  public struct UniversalSysEx7: Sendable, Hashable {
    /// Whether it is a real-time message.
    public var universalType: UniversalSysExType
    /// The device; 0x7F is all.
    public var deviceID: UInt7
    /// The first sub-id.
    public var subID1: UInt7
    /// The second sub-id.
    public var subID2: UInt7
    /// The data after the sub-ids, without the F7.
    public var data: [UInt8]
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a message.
    ///
    /// Thread: control.
    ///
    /// - Throws: `.malformed` if a byte has its high bit set.
    public init(
      universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
      data: [UInt8], group: UInt4 = 0
    ) throws(ParseError) {
      guard data.allSatisfy({ $0 < 0x80 }) else { throw .malformed }
      self.universalType = universalType
      self.deviceID = deviceID
      self.subID1 = subID1
      self.subID2 = subID2
      self.data = data
      self.group = group
    }

    /// Creates a message from bytes that are 7-bit by their type.
    ///
    /// Thread: control.
    @_disfavoredOverload
    public init(
      universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
      data: [UInt7], group: UInt4 = 0
    ) {
      self.universalType = universalType
      self.deviceID = deviceID
      self.subID1 = subID1
      self.subID2 = subID2
      self.data = data.map(\.rawValue)
      self.group = group
    }
  }
}

extension MIDIEvent {
  /// Creates the event from a message's 7-bit bytes between F0 and F7; nil if none exist.
  init?(sysEx7Payload payload: [UInt8], group: UInt4) {
    guard let first = payload.first else { return nil }
    let bytes = payload.map { $0 & 0x7F }
    if let type = UniversalSysExType(rawValue: first), bytes.count >= 4 {
      let head = bytes.prefix(4).map { UInt7(truncatingIfNeeded: $0) }
      let message = try? UniversalSysEx7(
        universalType: type, deviceID: head[1], subID1: head[2], subID2: head[3],
        data: Array(bytes.dropFirst(4)), group: group)
      guard let message else { return nil }
      self = .universalSysEx7(message)
    } else {
      let idLength = first == 0 && bytes.count >= 3 ? 3 : 1
      let manufacturer = SysExManufacturer(anyIDBytes: Array(bytes.prefix(idLength)))
      let message = try? SysEx7(
        manufacturer: manufacturer, data: Array(bytes.dropFirst(idLength)), group: group)
      guard let message else { return nil }
      self = .sysEx7(message)
    }
  }
}

extension MIDIEvent.SysEx7 {
  /// The bytes between F0 and F7.
  var payload: [UInt8] { manufacturer.sysEx7RawBytes() + data.map { $0 & 0x7F } }

  /// Returns the message in MIDI 1.0.
  ///
  /// Thread: control.
  public func midi1RawBytes(leadingF0: Bool = true, trailingF7: Bool = true) -> [UInt8] {
    (leadingF0 ? [0xF0] : []) + payload + (trailingF7 ? [0xF7] : [])
  }

  /// Returns the message in MIDI 1.0 in hexadecimal: "F0 7D 01 F7".
  ///
  /// Thread: control.
  public func midi1RawHexString(
    leadingF0: Bool = true, trailingF7: Bool = true, separator: String? = " "
  ) -> String {
    midi1RawBytes(leadingF0: leadingF0, trailingF7: trailingF7)
      .map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: separator ?? "")
  }
}

extension MIDIEvent.UniversalSysEx7 {
  /// The bytes between F0 and F7.
  var payload: [UInt8] {
    [universalType.rawValue, deviceID.rawValue, subID1.rawValue, subID2.rawValue]
      + data.map { $0 & 0x7F }
  }

  /// Returns the message in MIDI 1.0.
  ///
  /// Thread: control.
  public func midi1RawBytes(leadingF0: Bool = true, trailingF7: Bool = true) -> [UInt8] {
    (leadingF0 ? [0xF0] : []) + payload + (trailingF7 ? [0xF7] : [])
  }
}
