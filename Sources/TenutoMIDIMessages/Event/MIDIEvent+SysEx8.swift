extension MIDIEvent {
  /// A manufacturer's message of 8-bit bytes.
  public struct SysEx8: Sendable, Hashable {
    /// The manufacturer.
    public var manufacturer: SysExManufacturer
    /// The data after the manufacturer.
    public var data: [UInt8]
    /// The stream, which distinguishes simultaneous messages.
    public var streamID: UInt8
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a message.
    ///
    /// Thread: control.
    public init(
      manufacturer: SysExManufacturer, data: [UInt8], streamID: UInt8 = 0, group: UInt4 = 0
    ) {
      self.manufacturer = manufacturer
      self.data = data
      self.streamID = streamID
      self.group = group
    }

    /// The whole content: two bytes of the manufacturer, then the data.
    var payload: [UInt8] { manufacturer.sysEx8RawBytes() + data }
  }

  /// A standard message of 8-bit bytes.
  public struct UniversalSysEx8: Sendable, Hashable {
    /// Whether it is a real-time message.
    public var universalType: UniversalSysExType
    /// The device; 0x7F is all.
    public var deviceID: UInt7
    /// The first sub-id.
    public var subID1: UInt7
    /// The second sub-id.
    public var subID2: UInt7
    /// The data after the sub-ids.
    public var data: [UInt8]
    /// The stream, which distinguishes simultaneous messages.
    public var streamID: UInt8
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a message.
    ///
    /// Thread: control.
    public init(
      universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
      data: [UInt8], streamID: UInt8 = 0, group: UInt4 = 0
    ) {
      self.universalType = universalType
      self.deviceID = deviceID
      self.subID1 = subID1
      self.subID2 = subID2
      self.data = data
      self.streamID = streamID
      self.group = group
    }

    /// The whole content: two bytes of the kind, device, two sub-IDs, then the data.
    var payload: [UInt8] {
      [0, universalType.rawValue, deviceID.rawValue, subID1.rawValue, subID2.rawValue] + data
    }
  }
}

extension MIDIEvent {
  /// Creates the event of a message's bytes after the stream's number, nil if its kind is unknown.
  init?(sysEx8Payload payload: [UInt8], streamID: UInt8, group: UInt4) {
    guard payload.count >= 2 else { return nil }
    if payload[0] == 0, let type = UniversalSysExType(rawValue: payload[1]) {
      let head = payload.dropFirst(2).prefix(3).compactMap { UInt7(exactly: $0) }
      guard head.count == 3 else { return nil }
      self = .universalSysEx8(
        UniversalSysEx8(
          universalType: type, deviceID: head[0], subID1: head[1], subID2: head[2],
          data: Array(payload.dropFirst(5)), streamID: streamID, group: group))
    } else {
      let id = Array(payload.prefix(2))
      guard let manufacturer = SysExManufacturer(sysEx8RawBytes: id) else { return nil }
      self = .sysEx8(
        SysEx8(
          manufacturer: manufacturer, data: Array(payload.dropFirst(2)), streamID: streamID,
          group: group))
    }
  }
}
