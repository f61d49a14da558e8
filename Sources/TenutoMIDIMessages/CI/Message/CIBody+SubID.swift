extension CIBody {
  /// The second sub-id, which identifies the message.
  public var subID2: UInt7 {
    switch self {
    case .discovery: 0x70
    case .discoveryReply: 0x71
    case .endpointInquiry: 0x72
    case .endpointReply: 0x73
    case .acknowledge: 0x7D
    case .invalidate: 0x7E
    case .refuse: 0x7F
    case .propertyInquiry: 0x30
    case .propertyReply: 0x31
    case .property(let kind, _): kind.subID2
    case .processInquiry: 0x40
    case .processReply: 0x41
    case .reportInquiry: 0x42
    case .reportBegin: 0x43
    case .reportEnd: 0x44
    case .other(let subID2, _): subID2
    default: profileSubID2
    }
  }

  private var profileSubID2: UInt7 {
    switch self {
    case .profileInquiry: 0x20
    case .profileReply: 0x21
    case .setProfileOn: 0x22
    case .setProfileOff: 0x23
    case .profileEnabled: 0x24
    case .profileDisabled: 0x25
    case .profileAdded: 0x26
    case .profileRemoved: 0x27
    case .profileDetailsInquiry: 0x28
    case .profileDetailsReply: 0x29
    default: 0x2F  // `profileData`, since `subID2` has handled the other cases.
    }
  }
}
