import TenutoMIDIMessages

/// Random typed messages, every case of every type.
extension SeededGenerator {
  mutating func message() -> UMPMessage {
    switch pick(9) {
    case 0: .utility(utility())
    case 1: .system(group: narrow(), system())
    case 2: .midi1Voice(group: narrow(), channel: narrow(), midi1())
    case 3: .midi2Voice(group: narrow(), channel: narrow(), midi2())
    case 4: sysEx()
    case 5: mixedDataSet()
    case 6: .flexData(group: narrow(), address: address(), flexData())
    case 7: .flexData(group: narrow(), address: address(), flexText())
    default: .stream(stream())
    }
  }

  private mutating func pick(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  private mutating func narrow<Number: NarrowInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  private mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: next()) }

  private mutating func half() -> UInt16 { UInt16(truncatingIfNeeded: next()) }

  private mutating func flag() -> Bool { next() & 1 == 1 }

  private mutating func one<Case: CaseIterable>(of type: Case.Type) -> Case {
    let cases = Array(Case.allCases)
    return cases[pick(cases.count)]
  }

  private mutating func packetBytes(atMost limit: Int, mask: UInt8, atLeast low: UInt8 = 0)
    -> PacketBytes
  {
    var bytes = PacketBytes()
    for _ in 0..<pick(limit + 1) { bytes.append(Swift.max(byte() & mask, low)) }
    return bytes
  }

  private mutating func utility() -> UtilityMessage {
    switch pick(5) {
    case 0: .noOperation
    case 1: .jitterReductionClock(half())
    case 2: .jitterReductionTimestamp(half())
    case 3: .deltaClockstampTicksPerQuarterNote(half())
    default: .deltaClockstamp(narrow())
    }
  }

  private mutating func system() -> SystemMessage {
    switch pick(4) {
    case 0: .timeCodeQuarterFrame(narrow())
    case 1: .songPosition(narrow())
    case 2: .songSelect(narrow())
    default:
      ([.tuneRequest, .timingClock, .start, .continue, .stop, .activeSensing, .reset]
        as [SystemMessage])[pick(7)]
    }
  }

  private mutating func midi1() -> MIDI1VoiceMessage {
    switch pick(7) {
    case 0: .noteOff(note: narrow(), velocity: narrow())
    case 1: .noteOn(note: narrow(), velocity: narrow())
    case 2: .polyPressure(note: narrow(), value: narrow())
    case 3: .controlChange(controller: narrow(), value: narrow())
    case 4: .programChange(narrow())
    case 5: .channelPressure(narrow())
    default: .pitchBend(narrow())
    }
  }

  private mutating func midi2() -> MIDI2VoiceMessage {
    let note: UInt7 = narrow()
    let value = word()
    let attribute = UMPNoteAttribute(type: byte(), data: half())
    switch pick(15) {
    case 0: return .registeredPerNoteController(note: note, index: byte(), value: value)
    case 1: return .assignablePerNoteController(note: note, index: byte(), value: value)
    case 2: return .registeredController(bank: note, index: narrow(), value: value)
    case 3: return .assignableController(bank: note, index: narrow(), value: value)
    case 4:
      let change = Int32(bitPattern: value)
      return .relativeRegisteredController(bank: note, index: narrow(), change: change)
    case 5:
      let change = Int32(bitPattern: value)
      return .relativeAssignableController(bank: note, index: narrow(), change: change)
    case 6: return .perNotePitchBend(note: note, value: value)
    case 7: return .noteOff(note: note, velocity: half(), attribute: attribute)
    case 8: return .noteOn(note: note, velocity: half(), attribute: attribute)
    case 9: return .polyPressure(note: note, value: value)
    case 10: return .controlChange(controller: note, value: value)
    case 11: return .programChange(program: note, bank: flag() ? narrow() : nil)
    case 12: return .channelPressure(value)
    case 13: return .pitchBend(value)
    default: return .perNoteManagement(note: note, PerNoteManagement(rawValue: byte()))
    }
  }

  private mutating func sysEx() -> UMPMessage {
    let form = one(of: PacketForm.self)
    if flag(), let packet = SysEx7Packet(form: form, bytes: packetBytes(atMost: 6, mask: 0x7F)) {
      return .sysEx7(group: narrow(), packet)
    }
    let bytes = packetBytes(atMost: 13, mask: 0xFF)
    guard let packet = SysEx8Packet(form: form, streamID: byte(), bytes: bytes) else {
      return .utility(.noOperation)
    }
    return .sysEx8(group: narrow(), packet)
  }

  private mutating func mixedDataSet() -> UMPMessage {
    if flag() {
      let bytes = packetBytes(atMost: 14, mask: 0xFF)
      return .mixedDataSetPayload(
        group: narrow(), MixedDataSetPayload(id: narrow(), bytes: bytes))
    }
    return .mixedDataSetHeader(
      group: narrow(),
      MixedDataSetHeader(
        id: narrow(), validByteCount: half(), chunkCount: half(), chunkNumber: half(),
        manufacturerID: half(), deviceID: half(), subID1: half(), subID2: half()))
  }

  private mutating func address() -> FlexDataAddress { flag() ? .group : .channel(narrow()) }

  private mutating func flexData() -> FlexDataMessage {
    switch pick(5) {
    case 0: return .setTempo(FlexTempo(tenNanosecondsPerQuarterNote: word()))
    case 1:
      return .setTimeSignature(
        FlexTimeSignature(
          numerator: byte(), denominatorPower: byte(), thirtySecondNotes: byte()))
    case 2:
      return .setMetronome(
        FlexMetronome(
          clocksPerPrimaryClick: byte(), barAccent1: byte(), barAccent2: byte(),
          barAccent3: byte(), subdivisionClicks1: byte(), subdivisionClicks2: byte()))
    case 3:
      let tonic = one(of: NoteLetter.self)
      return .setKeySignature(FlexKeySignature(sharpsOrFlats: narrow(), tonic: tonic))
    default: return .setChordName(chord())
    }
  }

  private mutating func chord() -> FlexChordName {
    var chord = FlexChordName(
      tonicSharpsOrFlats: narrow(), tonic: one(of: NoteLetter.self),
      type: ChordType(rawValue: byte()),
      bass: FlexChordBass(
        sharpsOrFlats: narrow(), note: one(of: NoteLetter.self),
        type: ChordType(rawValue: byte())))
    chord.alteration1 = alteration()
    chord.alteration2 = alteration()
    chord.alteration3 = alteration()
    chord.alteration4 = alteration()
    chord.bass.alteration1 = alteration()
    chord.bass.alteration2 = alteration()
    return chord
  }

  private mutating func alteration() -> ChordAlteration {
    ChordAlteration(one(of: ChordAlteration.Kind.self), degree: narrow())
  }

  private mutating func flexText() -> FlexDataMessage {
    let kind = one(of: FlexDataTextKind.self)
    let form = one(of: PacketForm.self)
    let bytes = packetBytes(atMost: 12, mask: 0xFF, atLeast: 1)
    guard let packet = FlexDataTextPacket(kind: kind, form: form, bytes: bytes) else {
      return flexData()
    }
    return .text(packet)
  }

  private mutating func stream() -> StreamMessage {
    switch pick(9) {
    case 0:
      return .endpointDiscovery(
        version: UMPVersion(major: byte(), minor: byte()),
        filter: EndpointDiscoveryFilter(rawValue: byte()))
    case 1: return .endpointInfo(endpointInfo())
    case 2:
      return .deviceIdentity(
        DeviceIdentity(
          manufacturer: ManufacturerID(narrow(), narrow(), narrow()), family: narrow(),
          model: narrow(), softwareRevision: narrow()))
    case 3: return streamText()
    case 4: return .streamConfigurationRequest(configuration())
    case 5: return .streamConfigurationNotification(configuration())
    case 6:
      return .functionBlockDiscovery(
        number: byte(), filter: FunctionBlockFilter(rawValue: byte()))
    case 7: return .functionBlockInfo(functionBlock())
    default: return flag() ? .startOfClip : .endOfClip
    }
  }

  private mutating func endpointInfo() -> EndpointInfo {
    EndpointInfo(
      version: UMPVersion(major: byte(), minor: byte()), hasStaticFunctionBlocks: flag(),
      functionBlockCount: narrow(), protocols: UMPProtocolSet(rawValue: byte()),
      jitterReduction: JitterReduction(rawValue: byte()))
  }

  private mutating func configuration() -> StreamConfiguration {
    StreamConfiguration(
      umpProtocol: UMPProtocol(rawValue: byte()),
      jitterReduction: JitterReduction(rawValue: byte()))
  }

  private mutating func functionBlock() -> FunctionBlockInfo {
    var block = FunctionBlockInfo(
      number: narrow(), direction: one(of: FunctionBlockDirection.self), firstGroup: byte(),
      groupCount: byte())
    block.isActive = flag()
    block.uiHint = one(of: FunctionBlockUIHint.self)
    block.midi1 = one(of: FunctionBlockMIDI1.self)
    block.ciVersion = byte()
    block.maximumSysEx8Streams = byte()
    return block
  }

  private mutating func streamText() -> StreamMessage {
    let kind: StreamTextKind = [
      .endpointName, .productInstanceID, .functionBlockName(byte()),
    ][pick(3)]
    let form = one(of: PacketForm.self)
    let bytes = packetBytes(atMost: kind.packetByteCount, mask: 0xFF, atLeast: 1)
    guard let packet = StreamTextPacket(kind: kind, form: form, bytes: bytes) else {
      return .endOfClip
    }
    return .text(packet)
  }
}
