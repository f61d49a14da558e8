extension MIDIEvent {
  /// The manufacturer of a system exclusive message.
  public enum SysExManufacturer: Sendable, Hashable {
    /// A one-byte id, 1 to 0x7D.
    case oneByte(UInt7)
    /// A three-byte id, whose first byte is 0.
    case threeByte(byte2: UInt7, byte3: UInt7)
  }

  /// The two kinds of standard system exclusive messages.
  public enum UniversalSysExType: UInt8, Sendable, Hashable, CaseIterable {
    /// Not bound to a moment: 0x7E.
    case nonRealTime = 0x7E
    /// Universal real-time: 0x7F.
    case realTime = 0x7F
  }

  /// The reason why bytes are not an event.
  public enum ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are no bytes.
    case rawBytesEmpty
    /// A byte differs from the required one.
    case malformed
    /// They are another kind of message.
    case invalidType

    /// The error, in a sentence.
    public var description: String {
      switch self {
      case .rawBytesEmpty: "There are no bytes."
      case .malformed: "The bytes are not a well-formed MIDI message."
      case .invalidType: "The bytes are another kind of MIDI message."
      }
    }
  }
}

extension MIDIEvent.SysExManufacturer {
  /// Creates a manufacturer from the bytes after F0; nil if they are invalid.
  ///
  /// Thread: control.
  public init?(sysEx7RawBytes bytes: [UInt8]) {
    guard bytes.count == 1 || bytes.count == 3, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.init(anyIDBytes: bytes)
    guard isValid, (bytes.count == 3) == (bytes[0] == 0) else { return nil }
  }

  /// Creates a manufacturer from the first two bytes of a message of 8-bit bytes.
  ///
  /// Thread: control.
  public init?(sysEx8RawBytes bytes: [UInt8]) {
    guard bytes.count == 2, let second = UInt7(exactly: bytes[1]) else { return nil }
    if bytes[0] >= 0x80 {
      self = .threeByte(byte2: UInt7(truncatingIfNeeded: bytes[0]), byte3: second)
    } else if bytes[0] == 0 {
      self = .oneByte(second)
    } else {
      return nil
    }
  }

  /// Creates a manufacturer from an id of one or three bytes.
  init(anyIDBytes bytes: [UInt8]) {
    let numbers = bytes.map { UInt7(truncatingIfNeeded: $0) }
    self =
      numbers.count == 3
      ? .threeByte(byte2: numbers[1], byte3: numbers[2]) : .oneByte(numbers.first ?? 0)
  }

  /// Returns the bytes after F0, one or three.
  ///
  /// Thread: control.
  public func sysEx7RawBytes() -> [UInt8] {
    switch self {
    case .oneByte(let byte): [byte.rawValue]
    case .threeByte(let byte2, let byte3): [0, byte2.rawValue, byte3.rawValue]
    }
  }

  /// Returns the first two bytes of a message of 8-bit bytes.
  ///
  /// Thread: control.
  public func sysEx8RawBytes() -> [UInt8] {
    switch self {
    case .oneByte(let byte): [0, byte.rawValue]
    case .threeByte(let byte2, let byte3): [0x80 | byte2.rawValue, byte3.rawValue]
    }
  }

  /// Whether the number may be a manufacturer's.
  public var isValid: Bool {
    switch self {
    case .oneByte(let byte): (0x01...0x7D).contains(byte.rawValue)
    case .threeByte(let byte2, let byte3): byte2 != 0 || byte3 != 0
    }
  }

  /// Returns the number for schools and tests, 0x7D.
  ///
  /// Thread: any.
  public static func educational() -> Self { .oneByte(0x7D) }
}
