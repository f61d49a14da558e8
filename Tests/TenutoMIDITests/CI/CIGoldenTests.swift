import TenutoMIDIMessages
import Testing

/// Bytes written out by hand from the tables of M2-101-UM 1.2.
@Suite struct CIGoldenTests {
  static let identity = DeviceIdentity(
    manufacturer: ManufacturerID(0, 0x21, 0x09), family: 0x81, model: 0x102,
    softwareRevision: UInt28(0x01 << 21 | 0x02 << 14 | 0x03 << 7 | 0x7F))

  static let identityBytes: [UInt8] = [0x00, 0x21, 0x09, 1, 1, 2, 2, 1, 2, 3, 0x7F]

  static let profile = ProfileID(0x7E, 0x00, 0x01, 0x01, 0x01)

  static let profileBytes: [UInt8] = [0x7E, 0x00, 0x01, 0x01, 0x01]

  static let discovery = CIDiscovery(
    identity: identity, categories: [.profiles, .properties, .processes], maximumSysExSize: 0x201,
    outputPathID: 5)

  @Test(
    arguments: [
      (.discovery(discovery), 0x70, identityBytes + [0x1C, 0x01, 0x04, 0, 0, 5]),
      (.endpointInquiry(0), 0x72, [0]),
      (.endpointReply(0, [0x41, 0x42]), 0x73, [0, 2, 0, 0x41, 0x42]),
      (
        .acknowledge(
          CIAcknowledgement(
            subID2: 0x34, status: .wait, statusData: 3, details: ProfileID(1, 2, 3, 4, 5),
            text: [0x6F, 0x6B])),
        0x7D, [0x34, 0x10, 3, 1, 2, 3, 4, 5, 2, 0, 0x6F, 0x6B]
      ),
      (.invalidate(MUID(0x123_4567)), 0x7E, [0x67, 0x0A, 0x0D, 0x09]),
      (
        .refuse(CIAcknowledgement(subID2: 0x22, status: .profileNotSupported)),
        0x7F, [0x22, 0x04, 0, 0, 0, 0, 0, 0, 0, 0]
      ),
    ] as [(CIBody, UInt8, [UInt8])])
  func management(body: CIBody, subID2: UInt8, bytes: [UInt8]) {
    check(body, subID2, bytes)
  }

  @Test func discoveryReply() {
    var reply = Self.discovery
    reply.functionBlock = 0x7F
    check(.discoveryReply(reply), 0x71, Self.identityBytes + [0x1C, 0x01, 0x04, 0, 0, 5, 0x7F])
  }

  @Test(
    arguments: [
      (.profileInquiry, 0x20, []),
      (
        .profileReply(enabled: [profile], disabled: []),
        0x21, [1, 0] + profileBytes + [0, 0]
      ),
      (
        .profileReply(enabled: [], disabled: [profile, profile]),
        0x21, [0, 0, 2, 0] + profileBytes + profileBytes
      ),
      (.setProfileOn(CIProfileSwitch(profile, channelCount: 129)), 0x22, profileBytes + [1, 1]),
      (.setProfileOff(CIProfileSwitch(profile, channelCount: 0)), 0x23, profileBytes + [0, 0]),
      (.profileEnabled(CIProfileSwitch(profile, channelCount: 2)), 0x24, profileBytes + [2, 0]),
      (.profileDisabled(CIProfileSwitch(profile, channelCount: 2)), 0x25, profileBytes + [2, 0]),
      (.profileAdded(profile), 0x26, profileBytes),
      (.profileRemoved(profile), 0x27, profileBytes),
      (.profileDetailsInquiry(profile, target: 0x41), 0x28, profileBytes + [0x41]),
      (
        .profileDetailsReply(profile, target: 0x41, [9, 8]),
        0x29, profileBytes + [0x41, 2, 0, 9, 8]
      ),
      (.profileData(profile, [7]), 0x2F, profileBytes + [1, 0, 0, 0, 7]),
    ] as [(CIBody, UInt8, [UInt8])])
  func profiles(body: CIBody, subID2: UInt8, bytes: [UInt8]) {
    check(body, subID2, bytes)
  }

  @Test func propertyExchange() {
    let capabilities = CIPropertyCapabilities(
      simultaneousRequests: 4, majorVersion: 0, minorVersion: 1)
    check(.propertyInquiry(capabilities), 0x30, [4, 0, 1])
    check(.propertyReply(capabilities), 0x31, [4, 0, 1])
    let chunk = CIPropertyChunk(
      requestID: 3, header: [0x7B, 0x7D], chunkCount: 0x82, chunkNumber: 2, body: [1, 2, 3])
    for (kind, subID2) in [
      (.get, 0x34), (.getReply, 0x35), (.set, 0x36), (.setReply, 0x37), (.subscription, 0x38),
      (.subscriptionReply, 0x39), (.notify, 0x3F),
    ] as [(CIPropertyKind, UInt8)] {
      check(
        .property(kind, chunk), subID2, [3, 2, 0, 0x7B, 0x7D, 2, 1, 2, 0, 3, 0, 1, 2, 3])
    }
  }

  @Test func processInquiry() {
    let report = CIMessageReport(systemMessages: 7, channelMessages: 0x3F, noteMessages: 0x1F)
    check(.processInquiry, 0x40, [])
    check(.processReply(1), 0x41, [1])
    check(.reportInquiry(control: 0x7F, report), 0x42, [0x7F, 7, 0, 0x3F, 0x1F])
    check(.reportBegin(report), 0x43, [7, 0, 0x3F, 0x1F])
    check(.reportEnd, 0x44, [])
    check(.other(subID2: 0x10, [1, 2]), 0x10, [1, 2])
  }

  @Test func versionOneHasFewerFields() throws {
    var discovery = Self.discovery
    discovery.outputPathID = nil
    try checkVersion1(.discovery(discovery), 0x70, Self.identityBytes + [0x1C, 0x01, 0x04, 0, 0])
    try checkVersion1(.refuse(nil), 0x7F, [])
    try checkVersion1(.setProfileOn(CIProfileSwitch(Self.profile)), 0x22, Self.profileBytes)
    try checkVersion1(
      .propertyInquiry(CIPropertyCapabilities(simultaneousRequests: 4)), 0x30, [4])
  }

  @Test func fieldsOfLaterVersionsAreKept() throws {
    let payload = head(0x41, version: 3) + [1, 2, 3]
    let message = try CIMessage(payload: payload)
    #expect(message.body == .processReply(1))
    #expect(message.trailing == [2, 3])
    #expect(message.payload == payload)
  }

  @Test func otherMessagesAreReported() {
    #expect(throws: CIMessageError.notCapabilityInquiry) {
      try CIMessage(payload: [0x7E, 0x7F, 0x06, 0x01])
    }
    #expect(throws: CIMessageError.notCapabilityInquiry) { try CIMessage(payload: [0x43, 1, 2]) }
    #expect(throws: CIMessageError.truncated) { try CIMessage(payload: []) }
    #expect(throws: CIMessageError.truncated) { try CIMessage(payload: head(0x41, version: 2)) }
    #expect(throws: CIMessageError.notSevenBit) {
      try CIMessage(payload: head(0x41, version: 2) + [0x80])
    }
  }

  @Test func versionZeroIsNone() {
    #expect(throws: CIMessageError.unsupportedVersion) {
      try CIMessage(payload: head(0x41, version: 0) + [1])
    }
  }

  /// The additions of version 2, each without its last byte.
  @Test(
    arguments: [
      (0x70, identityBytes + [0x1C, 0x01, 0x04, 0, 0]),
      (0x71, identityBytes + [0x1C, 0x01, 0x04, 0, 0, 5]),
      (0x22, profileBytes), (0x23, profileBytes + [0]), (0x24, profileBytes + [1]),
      (0x25, profileBytes), (0x30, [4]), (0x31, [4, 0]), (0x7D, []),
      (0x7D, [0x34, 0x10, 3, 1, 2, 3, 4, 5, 2, 0, 0x6F]),
      (0x7F, [0x22, 0x04, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(UInt8, [UInt8])])
  func fieldsOfVersionTwoMayNotBeMissing(subID2: UInt8, bytes: [UInt8]) {
    for version in [2, 3] as [UInt8] {
      #expect(throws: CIMessageError.truncated) {
        try CIMessage(payload: head(subID2, version: version) + bytes)
      }
    }
  }

  @Test func onlyLaterVersionsMayGoOn() throws {
    for version in [1, 2] as [UInt8] {
      #expect(throws: CIMessageError.trailingBytes) {
        try CIMessage(payload: head(0x41, version: version) + [1, 0])
      }
    }
    #expect(try CIMessage(payload: head(0x41, version: 3) + [1, 0]).trailing == [0])
  }

  private func head(_ subID2: UInt8, version: UInt8) -> [UInt8] {
    [0x7E, 0x7F, 0x0D, subID2, version, 1, 2, 3, 4, 0x7F, 0x7F, 0x7F, 0x7F]
  }

  private let source = MUID(UInt28(1 | 2 << 7 | 3 << 14 | 4 << 21))

  private func check(_ body: CIBody, _ subID2: UInt8, _ bytes: [UInt8]) {
    let message = CIMessage(body, from: source, to: .broadcast)
    #expect(message.payload == head(subID2, version: 2) + bytes)
    #expect(throws: Never.self) { try #expect(CIMessage(payload: message.payload) == message) }
  }

  private func checkVersion1(_ body: CIBody, _ subID2: UInt8, _ bytes: [UInt8]) throws {
    let message = CIMessage(body, from: source, to: .broadcast, version: 1)
    #expect(message.payload == head(subID2, version: 1) + bytes)
    #expect(try CIMessage(payload: message.payload) == message)
    #expect(throws: CIMessageError.trailingBytes) {
      try CIMessage(payload: message.payload + [1, 2, 3])
    }
  }
}
