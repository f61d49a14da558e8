extension CIBody {
  init(subID2: UInt7, version: UInt7, _ reader: inout CIReader) throws(CIMessageError) {
    switch subID2.rawValue >> 4 {
    case 0x2: self = try Self.profile(subID2, version, &reader)
    case 0x3: self = try Self.property(subID2, version, &reader)
    case 0x4: self = try Self.process(subID2, &reader)
    case 0x7: self = try Self.management(subID2, version, &reader)
    default: self = .other(subID2: subID2, reader.rest())
    }
  }

  private static func management(
    _ subID2: UInt7, _ version: UInt7, _ reader: inout CIReader
  ) throws(CIMessageError) -> CIBody {
    switch subID2 {
    case 0x70: .discovery(try CIDiscovery(&reader, version: version, isReply: false))
    case 0x71: .discoveryReply(try CIDiscovery(&reader, version: version, isReply: true))
    case 0x72: .endpointInquiry(try reader.byte())
    case 0x73: .endpointReply(try reader.byte(), try reader.data14())
    case 0x7D: .acknowledge(try CIAcknowledgement(&reader, version: version))
    case 0x7E: .invalidate(try reader.muid())
    case 0x7F: .refuse(try CIAcknowledgement(&reader, version: version))
    default: .other(subID2: subID2, reader.rest())
    }
  }

  private static func profile(
    _ subID2: UInt7, _ version: UInt7, _ reader: inout CIReader
  ) throws(CIMessageError) -> CIBody {
    switch subID2 {
    case 0x20: .profileInquiry
    case 0x21: .profileReply(enabled: try reader.profiles(), disabled: try reader.profiles())
    case 0x22: .setProfileOn(try CIProfileSwitch(&reader, version: version))
    case 0x23: .setProfileOff(try CIProfileSwitch(&reader, version: version))
    case 0x24: .profileEnabled(try CIProfileSwitch(&reader, version: version))
    case 0x25: .profileDisabled(try CIProfileSwitch(&reader, version: version))
    case 0x26: .profileAdded(try reader.profile())
    case 0x27: .profileRemoved(try reader.profile())
    case 0x28: .profileDetailsInquiry(try reader.profile(), target: try reader.byte())
    case 0x29:
      .profileDetailsReply(
        try reader.profile(), target: try reader.byte(), try reader.data14())
    case 0x2F: .profileData(try reader.profile(), try reader.data28())
    default: .other(subID2: subID2, reader.rest())
    }
  }

  private static func property(
    _ subID2: UInt7, _ version: UInt7, _ reader: inout CIReader
  ) throws(CIMessageError) -> CIBody {
    if let kind = CIPropertyKind(subID2: subID2) {
      return .property(kind, try CIPropertyChunk(&reader))
    }
    switch subID2 {
    case 0x30: return .propertyInquiry(try CIPropertyCapabilities(&reader, version: version))
    case 0x31: return .propertyReply(try CIPropertyCapabilities(&reader, version: version))
    default: return .other(subID2: subID2, reader.rest())
    }
  }

  private static func process(
    _ subID2: UInt7, _ reader: inout CIReader
  ) throws(CIMessageError) -> CIBody {
    switch subID2 {
    case 0x40: .processInquiry
    case 0x41: .processReply(try reader.byte())
    case 0x42: .reportInquiry(control: try reader.byte(), try CIMessageReport(&reader))
    case 0x43: .reportBegin(try CIMessageReport(&reader))
    case 0x44: .reportEnd
    default: .other(subID2: subID2, reader.rest())
    }
  }
}
