/// Chapter M: registered and non-registered parameters (RFC 6295, A.4).
///
/// ```
/// |S|P|E|U|W|Z|      LENGTH       |  |Q|  PENDING  | if P  |  logs …
/// ```
package struct ParameterChapter: Equatable, Sendable {
  /// The first half of a parameter's number, before the second half arrives.
  package struct Pending: Equatable, Sendable {
    /// Whether it is controller 99 rather than 101.
    package var isNonRegistered: Bool
    /// The value of the controller.
    package var msb: UInt8

    /// Creates a first half.
    package init(isNonRegistered: Bool, msb: UInt8) {
      self.isNonRegistered = isNonRegistered
      self.msb = msb
    }
  }

  /// Whether the previous packet selected nothing.
  package var isSelectionSkippable = true
  /// The pending half of a number.
  package var pending: Pending?
  /// Whether the last log's parameter is the selected one.
  package var isLastSelected = false
  /// The parameters, the oldest change first.
  package var logs: [ParameterLog] = []

  /// Creates a chapter without parameters.
  package init() {}

  /// Whether the previous packet contained none of it.
  package var isSkippable: Bool { isSelectionSkippable && logs.allSatisfy(\.isSkippable) }
}

extension ParameterChapter {
  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.uint16()
    let length = Int(header & 0x3FF)
    guard length >= 2 else { throw .badValue }
    var part = try reader.part(length - 2)
    isSelectionSkippable = header & 0x8000 != 0
    isLastSelected = header & 0x2000 != 0
    let (areRegistered, areOther) = (header & 0x1000 != 0, header & 0x0800 != 0)
    // Numbers are short if all logs are of one kind and the upper halves are 0.
    let isShort = header & 0x0400 != 0 && (areRegistered || areOther)
    if header & 0x4000 != 0 {
      let byte = try part.byte()
      pending = Pending(isNonRegistered: byte.flag, msb: byte.low7)
    }
    while !part.isAtEnd {
      logs.append(try ParameterLog(&part, isShort: isShort, isNonRegistered: areOther))
    }
  }

  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += [0, 0]
    if let pending { bytes.append(pending.isNonRegistered, pending.msb) }
    for log in logs { log.write(to: &bytes) }
    var header = UInt16(bytes.count - start) & 0x3FF
    if isSkippable { header |= 0x8000 }
    if pending != nil { header |= 0x4000 }
    if isLastSelected { header |= 0x2000 }
    if !logs.isEmpty {
      if logs.allSatisfy({ !$0.isNonRegistered }) { header |= 0x1000 }
      if logs.allSatisfy(\.isNonRegistered) { header |= 0x0800 }
    }
    bytes[start] = UInt8(header >> 8)
    bytes[start + 1] = UInt8(truncatingIfNeeded: header)
  }
}

/// The log of a parameter, by its value.
package struct ParameterLog: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// Whether the number is of controllers 98 and 99.
  package var isNonRegistered: Bool
  /// The number, 14 bits.
  package var number: UInt16
  /// Controller 6 since the parameter was last set; nil if it was not sent.
  package var entryMSB: UInt8?
  /// Controller 38.
  package var entryLSB: UInt8?
  /// Increments minus decrements since the last data entry, -16383 to 16383.
  package var buttons: Int?
  /// As `buttons`, but without increments and decrements before Reset All Controllers.
  package var buttonsSinceReset: Int?
  /// Number of times that the parameter was set, if the sender counts.
  package var count: UInt8?

  /// Creates a log.
  package init(
    isSkippable: Bool, isNonRegistered: Bool, number: UInt16, entryMSB: UInt8? = nil,
    entryLSB: UInt8? = nil, buttons: Int? = nil
  ) {
    self.isSkippable = isSkippable
    self.isNonRegistered = isNonRegistered
    self.number = number
    self.entryMSB = entryMSB
    self.entryLSB = entryLSB
    self.buttons = buttons
  }

  init(_ reader: inout DatagramReader, isShort: Bool, isNonRegistered: Bool) throws(PacketError) {
    let first = try reader.byte()
    let second = isShort ? (isNonRegistered ? 0x80 : 0) : try reader.byte()
    isSkippable = first.flag
    self.isNonRegistered = second.flag
    number = UInt16(second.low7) << 7 | UInt16(first.low7)
    let contents = try reader.byte()
    if contents & 0x80 != 0 { entryMSB = try reader.byte().low7 }
    if contents & 0x40 != 0 { entryLSB = try reader.byte().low7 }
    if contents & 0x20 != 0 { buttons = Self.signed(try reader.uint16()) }
    if contents & 0x10 != 0 { buttonsSinceReset = Self.signed(try reader.uint16()) }
    if contents & 0x08 != 0 { count = try reader.byte().low7 }
  }

  /// Size of the log in bytes.
  var byteCount: Int {
    3 + (entryMSB == nil ? 0 : 1) + (entryLSB == nil ? 0 : 1) + (buttons == nil ? 0 : 2)
      + (buttonsSinceReset == nil ? 0 : 2) + (count == nil ? 0 : 1)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(isSkippable, UInt8(number & 0x7F))
    bytes.append(isNonRegistered, UInt8(number >> 7 & 0x7F))
    bytes.append(contents)
    if let entryMSB { bytes.append(entryMSB & 0x7F) }
    if let entryLSB { bytes.append(entryLSB & 0x7F) }
    if let buttons { bytes.append(bigEndian: Self.unsigned(buttons)) }
    if let buttonsSinceReset { bytes.append(bigEndian: Self.unsigned(buttonsSinceReset)) }
    if let count { bytes.append(count & 0x7F) }
  }

  /// The bits of the fields that are present; V stands for the value tool, T for a count.
  private var contents: UInt8 {
    (entryMSB == nil ? 0 : 0x80) | (entryLSB == nil ? 0 : 0x40) | (buttons == nil ? 0 : 0x20)
      | (buttonsSinceReset == nil ? 0 : 0x10) | (count == nil ? 0 : 0x0C) | 0x02
  }

  private static func signed(_ word: UInt16) -> Int {
    word & 0x8000 != 0 ? -Int(word & 0x3FFF) : Int(word & 0x3FFF)
  }

  private static func unsigned(_ value: Int) -> UInt16 {
    (value < 0 ? 0x8000 : 0) | UInt16(min(value.magnitude, 0x3FFF))
  }
}
