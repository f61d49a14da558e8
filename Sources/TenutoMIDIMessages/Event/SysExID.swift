extension MIDIEvent {
  /// The id at the start of a system exclusive message: a manufacturer, or a universal id.
  public enum SysExID: Sendable, Hashable {
    /// A manufacturer's message.
    case manufacturer(SysExManufacturer)
    /// A standard message.
    case universal(UniversalSysExType)
  }
}

extension MIDIEvent.SysExID {
  /// Creates an id from the bytes after F0, one or three; nil if they are invalid.
  ///
  /// Thread: control.
  public init?(sysEx7RawBytes bytes: [UInt8]) {
    if let manufacturer = MIDIEvent.SysExManufacturer(sysEx7RawBytes: bytes) {
      self = .manufacturer(manufacturer)
    } else if bytes.count == 1, let type = MIDIEvent.UniversalSysExType(rawValue: bytes[0]) {
      self = .universal(type)
    } else {
      return nil
    }
  }

  /// Creates an id from the first two bytes of a message of 8-bit bytes; nil if they are invalid.
  ///
  /// Thread: control.
  public init?(sysEx8RawBytes bytes: [UInt8]) {
    guard bytes.count == 2 else { return nil }
    if bytes[0] == 0, let type = MIDIEvent.UniversalSysExType(rawValue: bytes[1]) {
      self = .universal(type)
    } else if let manufacturer = MIDIEvent.SysExManufacturer(sysEx8RawBytes: bytes) {
      self = .manufacturer(manufacturer)
    } else {
      return nil
    }
  }

  /// Returns the bytes after F0, one or three.
  ///
  /// Thread: control.
  public func sysEx7RawBytes() -> [UInt8] {
    switch self {
    case .manufacturer(let manufacturer): manufacturer.sysEx7RawBytes()
    case .universal(let type): [type.rawValue]
    }
  }

  /// Returns the first two bytes of a message of 8-bit bytes.
  ///
  /// Thread: control.
  public func sysEx8RawBytes() -> [UInt8] {
    switch self {
    case .manufacturer(let manufacturer): manufacturer.sysEx8RawBytes()
    case .universal(let type): [0, type.rawValue]
    }
  }
}

extension MIDIEvent.UniversalSysExType {
  /// Creates the kind of a byte, nil for any other than 0x7E and 0x7F.
  ///
  /// Thread: any.
  public init?(rawUInt8Value: UInt8) {
    self.init(rawValue: rawUInt8Value)
  }
}
