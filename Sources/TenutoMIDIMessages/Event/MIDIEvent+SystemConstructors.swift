extension MIDIEvent {
  /// Returns a manufacturer's message of 7-bit bytes.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.malformed` if a byte has its high bit set.
  public static func sysEx7(
    manufacturer: SysExManufacturer, data: [UInt8], group: UInt4 = 0
  ) throws(ParseError) -> MIDIEvent {
    .sysEx7(try SysEx7(manufacturer: manufacturer, data: data, group: group))
  }

  /// Returns a manufacturer's message of bytes that are 7-bit by their type.
  ///
  /// Thread: control.
  @_disfavoredOverload
  public static func sysEx7(
    manufacturer: SysExManufacturer, data: [UInt7], group: UInt4 = 0
  ) -> MIDIEvent {
    .sysEx7(SysEx7(manufacturer: manufacturer, data: data, group: group))
  }

  /// Returns the message of MIDI 1.0 bytes; F0 and F7 may be left away.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.rawBytesEmpty`, or `.malformed` if a byte between them has its high bit set.
  public static func sysEx7(
    rawBytes: [UInt8], group: UInt4 = 0
  ) throws(ParseError) -> MIDIEvent {
    var payload = rawBytes[...]
    if payload.first == 0xF0 { payload.removeFirst() }
    if payload.last == 0xF7 { payload.removeLast() }
    guard !payload.isEmpty else { throw .rawBytesEmpty }
    guard payload.allSatisfy({ $0 < 0x80 }),
      let event = MIDIEvent(sysEx7Payload: Array(payload), group: group)
    else { throw .malformed }
    return event
  }

  /// Returns the message of MIDI 1.0 bytes in hexadecimal: "F0 7D 01 F7", with or without spaces.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.rawBytesEmpty`, or `.malformed`.
  public static func sysEx7(
    rawHexString text: some StringProtocol, group: UInt4 = 0
  ) throws(ParseError) -> MIDIEvent {
    let digits = text.filter { !$0.isWhitespace && $0 != "," }.map { $0.hexDigitValue }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else { throw .malformed }
    let values = digits.compactMap { $0 }
    let bytes = stride(from: 0, to: values.count, by: 2).map {
      UInt8(truncatingIfNeeded: values[$0] << 4 | values[$0 + 1])
    }
    return try sysEx7(rawBytes: bytes, group: group)
  }

  /// Returns a standard message of 7-bit bytes.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.malformed` if a byte has its high bit set.
  public static func universalSysEx7(
    universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
    data: [UInt8], group: UInt4 = 0
  ) throws(ParseError) -> MIDIEvent {
    .universalSysEx7(
      try UniversalSysEx7(
        universalType: universalType, deviceID: deviceID, subID1: subID1, subID2: subID2,
        data: data, group: group))
  }

  /// Returns a standard message of bytes that are 7-bit by their type.
  ///
  /// Thread: control.
  @_disfavoredOverload
  public static func universalSysEx7(
    universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
    data: [UInt7], group: UInt4 = 0
  ) -> MIDIEvent {
    .universalSysEx7(
      UniversalSysEx7(
        universalType: universalType, deviceID: deviceID, subID1: subID1, subID2: subID2,
        data: data, group: group))
  }

  /// Returns the message of 8-bit bytes: the stream's number, two bytes of the manufacturer or the
  /// kind, and the data.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.rawBytesEmpty`, or `.malformed` if these are no manufacturer's or no kind's.
  public static func sysEx8(
    rawBytes: [UInt8], group: UInt4 = 0
  ) throws(ParseError) -> MIDIEvent {
    guard let streamID = rawBytes.first else { throw .rawBytesEmpty }
    let payload = Array(rawBytes.dropFirst())
    guard let event = MIDIEvent(sysEx8Payload: payload, streamID: streamID, group: group) else {
      throw .malformed
    }
    return event
  }

  /// Returns a manufacturer's message of 8-bit bytes.
  ///
  /// Thread: control.
  public static func sysEx8(
    manufacturer: SysExManufacturer, data: [UInt8], group: UInt4 = 0
  ) -> MIDIEvent {
    .sysEx8(SysEx8(manufacturer: manufacturer, data: data, group: group))
  }

  /// Returns a standard message of 8-bit bytes.
  ///
  /// Thread: control.
  public static func universalSysEx8(
    universalType: UniversalSysExType, deviceID: UInt7, subID1: UInt7, subID2: UInt7,
    data: [UInt8], group: UInt4 = 0
  ) -> MIDIEvent {
    .universalSysEx8(
      UniversalSysEx8(
        universalType: universalType, deviceID: deviceID, subID1: subID1, subID2: subID2,
        data: data, group: group))
  }
}

extension MIDIEvent {
  /// Returns a quarter frame of a time code.
  ///
  /// Thread: any.
  public static func timecodeQuarterFrame(dataByte: UInt7, group: UInt4 = 0) -> MIDIEvent {
    .timecodeQuarterFrame(TimecodeQuarterFrame(dataByte: dataByte, group: group))
  }

  /// Returns a place in the song, in sixteenths.
  ///
  /// Thread: any.
  public static func songPositionPointer(midiBeat: UInt14, group: UInt4 = 0) -> MIDIEvent {
    .songPositionPointer(SongPositionPointer(midiBeat: midiBeat, group: group))
  }

  /// Returns the choice of a song.
  ///
  /// Thread: any.
  public static func songSelect(number: UInt7, group: UInt4 = 0) -> MIDIEvent {
    .songSelect(SongSelect(number: number, group: group))
  }

  /// Returns a tune request.
  ///
  /// Thread: any.
  public static func tuneRequest(group: UInt4 = 0) -> MIDIEvent {
    .tuneRequest(TuneRequest(group: group))
  }

  /// Returns a timing clock.
  ///
  /// Thread: any.
  public static func timingClock(group: UInt4 = 0) -> MIDIEvent {
    .timingClock(TimingClock(group: group))
  }

  /// Returns a start.
  ///
  /// Thread: any.
  public static func start(group: UInt4 = 0) -> MIDIEvent { .start(Start(group: group)) }

  /// Returns a continue.
  ///
  /// Thread: any.
  public static func `continue`(group: UInt4 = 0) -> MIDIEvent {
    .continue(Continue(group: group))
  }

  /// Returns a stop.
  ///
  /// Thread: any.
  public static func stop(group: UInt4 = 0) -> MIDIEvent { .stop(Stop(group: group)) }

  /// Returns an active sensing.
  ///
  /// Thread: any.
  public static func activeSensing(group: UInt4 = 0) -> MIDIEvent {
    .activeSensing(ActiveSensing(group: group))
  }

  /// Returns a system reset.
  ///
  /// Thread: any.
  public static func systemReset(group: UInt4 = 0) -> MIDIEvent {
    .systemReset(SystemReset(group: group))
  }

  /// Returns a message without content.
  ///
  /// Thread: any.
  public static func noOp(group: UInt4 = 0) -> MIDIEvent { .noOp(NoOp(group: group)) }

  /// Returns the sender's clock, in ticks of 1/31250 s.
  ///
  /// Thread: any.
  public static func jrClock(time: UInt16, group: UInt4 = 0) -> MIDIEvent {
    .jrClock(JRClock(time: time, group: group))
  }

  /// Returns the sender's time of the next message, in ticks of 1/31250 s.
  ///
  /// Thread: any.
  public static func jrTimestamp(time: UInt16, group: UInt4 = 0) -> MIDIEvent {
    .jrTimestamp(JRTimestamp(time: time, group: group))
  }
}
