import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Words written out by hand from the tables of M2-104-UM, "UMP Stream Messages".
@Suite struct GoldenStreamTests {
  static let info = EndpointInfo(
    version: .current, hasStaticFunctionBlocks: true, functionBlockCount: 3,
    protocols: [.midi1, .midi2], jitterReduction: .receives)

  static let identity = DeviceIdentity(
    manufacturer: ManufacturerID(0, 0x21, 0x09), family: 0x81, model: 0x102,
    softwareRevision: UInt28(0x01 << 21 | 0x02 << 14 | 0x03 << 7 | 0x7F))

  static let block: FunctionBlockInfo = {
    var block = FunctionBlockInfo(
      number: 5, direction: .bidirectional, firstGroup: 2, groupCount: 4)
    block.uiHint = .sender
    block.midi1 = .restrictedBandwidth
    block.ciVersion = 2
    block.maximumSysEx8Streams = 9
    return block
  }()

  @Test(
    arguments: [
      (
        .endpointDiscovery(version: .current, filter: [.endpointInfo, .streamConfiguration]),
        UMP(0xF000_0101, 0x11)
      ),
      (.endpointInfo(info), UMP(0xF001_0101, 0x8300_0302)),
      (.deviceIdentity(identity), UMP(0xF002_0000, 0x0000_2109, 0x0101_0202, 0x0102_037F)),
      (
        .streamConfigurationRequest(
          StreamConfiguration(umpProtocol: .midi2, jitterReduction: [.transmits, .receives])),
        UMP(0xF005_0203)
      ),
      (
        .streamConfigurationNotification(
          StreamConfiguration(umpProtocol: .midi1, jitterReduction: .transmits)),
        UMP(0xF006_0101)
      ),
      (.functionBlockDiscovery(number: 0xFF, filter: [.info, .name]), UMP(0xF010_FF03)),
      (.functionBlockInfo(block), UMP(0xF011_852B, 0x0204_0209)),
      (.startOfClip, UMP(0xF020_0000)),
      (.endOfClip, UMP(0xF021_0000)),
    ] as [(StreamMessage, UMP)])
  func wholeMessages(message: StreamMessage, ump: UMP) {
    check(message, ump)
  }

  @Test func names() throws {
    let bytes = try #require(PacketBytes(0x41...0x4E))
    let name = try #require(StreamTextPacket(kind: .endpointName, form: .start, bytes: bytes))
    check(.text(name), UMP(0xF403_4142, 0x4344_4546, 0x4748_494A, 0x4B4C_4D4E))
    let id = try #require(StreamTextPacket(kind: .productInstanceID, form: .end, bytes: bytes))
    check(.text(id), UMP(0xFC04_4142, 0x4344_4546, 0x4748_494A, 0x4B4C_4D4E))
    let short = try #require(PacketBytes(0x41...0x43))
    let block = try #require(
      StreamTextPacket(kind: .functionBlockName(7), form: .complete, bytes: short))
    check(.text(block), UMP(0xF012_0741, 0x4243_0000))
    #expect(StreamTextPacket(kind: .functionBlockName(7), form: .start, bytes: bytes) == nil)
  }

  private func check(_ message: StreamMessage, _ ump: UMP) {
    #expect(UMPMessage.stream(message).ump == ump)
    #expect(UMPMessage(ump) == .stream(message))
  }
}
