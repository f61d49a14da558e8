/// Chapter P: the program and the bank it was selected from (RFC 6295, A.2).
package struct ProgramChapter: Equatable, Sendable {
  /// A bank, as set by controllers 0 and 32.
  package struct Bank: Equatable, Sendable {
    /// Controller 0.
    package var msb: UInt8
    /// Controller 32.
    package var lsb: UInt8
    /// Whether Reset All Controllers came between the bank and the program.
    package var isBeforeReset = false

    /// Creates a bank.
    package init(msb: UInt8, lsb: UInt8) {
      self.msb = msb
      self.lsb = lsb
    }
  }

  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// The program.
  package var program: UInt8
  /// The bank; nil if none was selected.
  package var bank: Bank?

  /// Creates a chapter.
  package init(isSkippable: Bool, program: UInt8, bank: Bank?) {
    self.isSkippable = isSkippable
    self.program = program
    self.bank = bank
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let (first, msb, lsb) = try (reader.byte(), reader.byte(), reader.byte())
    isSkippable = first.flag
    program = first.low7
    if msb.flag {
      bank = Bank(msb: msb.low7, lsb: lsb.low7)
      bank?.isBeforeReset = lsb.flag
    }
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(isSkippable, program)
    bytes.append(bank != nil, bank?.msb ?? 0)
    bytes.append(bank?.isBeforeReset ?? false, bank?.lsb ?? 0)
  }
}

/// Chapter W: the pitch wheel (RFC 6295, A.5).
package struct WheelChapter: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// The first data byte: the lower bits.
  package var lsb: UInt8
  /// The second data byte: the upper bits.
  package var msb: UInt8

  /// Creates a chapter.
  package init(isSkippable: Bool, lsb: UInt8, msb: UInt8) {
    self.isSkippable = isSkippable
    self.lsb = lsb
    self.msb = msb
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let first = try reader.byte()
    isSkippable = first.flag
    lsb = first.low7
    msb = try reader.byte().low7
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(isSkippable, lsb)
    bytes.append(msb & 0x7F)
  }
}

/// Chapter T: the channel pressure (RFC 6295, A.8).
package struct PressureChapter: Equatable, Sendable {
  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// The pressure.
  package var pressure: UInt8

  /// Creates a chapter.
  package init(isSkippable: Bool, pressure: UInt8) {
    self.isSkippable = isSkippable
    self.pressure = pressure
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let first = try reader.byte()
    isSkippable = first.flag
    pressure = first.low7
  }

  func write(to bytes: inout [UInt8]) { bytes.append(isSkippable, pressure) }
}
