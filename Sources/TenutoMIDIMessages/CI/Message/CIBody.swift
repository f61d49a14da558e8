/// The content of a MIDI-CI message, without its header.
///
/// The corresponding standard is M2-101-UM 1.2.
public enum CIBody: Sendable, Hashable {
  /// Looks for devices (0x70).
  case discovery(CIDiscovery)

  /// Answers to a discovery (0x71).
  case discoveryReply(CIDiscovery)

  /// Asks for something about the device (0x72); 0 is its serial number.
  case endpointInquiry(UInt7)

  /// Answers to an endpoint inquiry (0x73).
  case endpointReply(UInt7, [UInt8])

  /// Acknowledges a message (0x7D).
  case acknowledge(CIAcknowledgement?)

  /// Makes an identity invalid (0x7E).
  case invalidate(MUID)

  /// Refuses a message (0x7F); nil in version 1, which gives no reason.
  case refuse(CIAcknowledgement?)

  /// Asks for profiles (0x20).
  case profileInquiry

  /// Answers with the profiles that are on and those that are off (0x21).
  case profileReply(enabled: [ProfileID], disabled: [ProfileID])

  /// Switches a profile on (0x22).
  case setProfileOn(CIProfileSwitch)

  /// Switches a profile off (0x23).
  case setProfileOff(CIProfileSwitch)

  /// A profile is on from now on (0x24).
  case profileEnabled(CIProfileSwitch)

  /// A profile is off from now on (0x25).
  case profileDisabled(CIProfileSwitch)

  /// A profile was added (0x26).
  case profileAdded(ProfileID)

  /// A profile was removed (0x27).
  case profileRemoved(ProfileID)

  /// Asks for details of a profile (0x28).
  case profileDetailsInquiry(ProfileID, target: UInt7)

  /// Answers with details of a profile (0x29).
  case profileDetailsReply(ProfileID, target: UInt7, [UInt8])

  /// Data that a profile defines (0x2F).
  case profileData(ProfileID, [UInt8])

  /// Inquires about property exchange capabilities (0x30).
  case propertyInquiry(CIPropertyCapabilities)

  /// Reports property exchange capabilities (0x31).
  case propertyReply(CIPropertyCapabilities)

  /// A piece of a message of property exchange (0x34 to 0x39, 0x3F).
  case property(CIPropertyKind, CIPropertyChunk)

  /// Inquires about process inquiry capabilities (0x40).
  case processInquiry

  /// Reports process inquiry capabilities (0x41); bit 0 is the message report.
  case processReply(UInt7)

  /// Requests a report of the device's state (0x42), with its extent.
  case reportInquiry(control: UInt7, CIMessageReport)

  /// The messages of the report follow (0x43).
  case reportBegin(CIMessageReport)

  /// The report is over (0x44).
  case reportEnd

  /// Any other message, complete: additions of later standards, and the protocol negotiation of
  /// version 1 (0x10 to 0x15).
  case other(subID2: UInt7, [UInt8])
}
