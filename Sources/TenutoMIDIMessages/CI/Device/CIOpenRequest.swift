/// An own request without an answer.
struct CIOpenRequest: Sendable {
  var id: CIRequestID

  /// The device that was asked; broadcast for a discovery.
  var peer: MUID

  var address: CIAddress

  /// The second sub-id of the request.
  var subID2: UInt7

  /// The second sub-ids of possible answers.
  var replies: [UInt7]

  /// The profile that the answer must name, if any.
  var profile: ProfileID?

  /// The number that request and answer of property exchange share.
  var propertyID: UInt7?

  var deadline: UInt64

  /// Returns whether a message answers the request.
  func isAnswered(by message: CIMessage) -> Bool {
    peer == message.source && replies.contains(message.body.subID2)
      && (profile == nil || profile == message.body.profile)
      && (subID2 == 0x20 || address == message.address)
  }

  /// Returns whether an acknowledgement or a refusal is about the request.
  func isMeant(by acknowledgement: CIAcknowledgement?, from source: MUID) -> Bool {
    guard peer == source else { return false }
    guard let acknowledgement else { return true }
    return acknowledgement.subID2 == subID2
      && (propertyID == nil || propertyID == acknowledgement.details.byte1)
  }
}

extension CIBody {
  /// The profile that the message is about.
  var profile: ProfileID? {
    switch self {
    case .setProfileOn(let change), .setProfileOff(let change), .profileEnabled(let change),
      .profileDisabled(let change):
      change.profile
    case .profileAdded(let profile), .profileRemoved(let profile),
      .profileDetailsInquiry(let profile, _), .profileDetailsReply(let profile, _, _),
      .profileData(let profile, _):
      profile
    default: nil
    }
  }

  /// The second sub-ids of the possible answers; nil for a message without an answer.
  ///
  /// Discovery and property exchange are not included, since they are answered differently.
  var replies: [UInt7]? {
    switch self {
    case .endpointInquiry: [0x73]
    case .profileInquiry: [0x21]
    case .setProfileOn, .setProfileOff: [0x24, 0x25]
    case .profileDetailsInquiry: [0x29]
    case .propertyInquiry: [0x31]
    case .processInquiry: [0x41]
    case .reportInquiry: [0x43, 0x44]
    default: nil
    }
  }

  /// Returns the message with the fields that a version has.
  func fitted(to version: UInt7) -> CIBody {
    switch self {
    case .setProfileOn(let change): .setProfileOn(change.fitted(to: version))
    case .setProfileOff(let change): .setProfileOff(change.fitted(to: version))
    case .profileEnabled(let change): .profileEnabled(change.fitted(to: version))
    case .profileDisabled(let change): .profileDisabled(change.fitted(to: version))
    case .propertyInquiry(let abilities): .propertyInquiry(abilities.fitted(to: version))
    case .propertyReply(let abilities): .propertyReply(abilities.fitted(to: version))
    case .acknowledge where version < 2: .acknowledge(nil)
    case .refuse where version < 2: .refuse(nil)
    default: self
    }
  }
}

extension CIProfileSwitch {
  func fitted(to version: UInt7) -> CIProfileSwitch {
    CIProfileSwitch(profile, channelCount: version >= 2 ? channelCount ?? 0 : nil)
  }
}

extension CIPropertyCapabilities {
  func fitted(to version: UInt7) -> CIPropertyCapabilities {
    CIPropertyCapabilities(
      simultaneousRequests: simultaneousRequests,
      majorVersion: version >= 2 ? majorVersion ?? 0 : nil,
      minorVersion: version >= 2 ? minorVersion ?? 0 : nil)
  }
}

/// Distinguishes the requests of a device.
public struct CIRequestID: Sendable, Hashable {
  let value: Int
}

/// A request on its way.
public struct CIRequest: Sendable, Hashable {
  /// The number by which events name the request.
  public let id: CIRequestID

  /// The messages to send, in order.
  public let messages: [CIMessage]
}

/// A request of property exchange that another device made, to be answered by the caller.
public struct CIPropertyRequest: Sendable, Hashable {
  /// The device that asks.
  public let peer: MUID

  /// The part of the device.
  public let address: CIAddress

  /// The request: get, set or subscription.
  public let kind: CIPropertyKind

  /// The header, JSON.
  public let header: [UInt8]

  /// The body, JSON or data in the encoding of the header.
  public let body: [UInt8]

  /// The number that request and answer share.
  public let requestID: UInt7

  let version: UInt7
}

/// A request for a report of the device's state, to be answered by the caller.
public struct CIReportRequest: Sendable, Hashable {
  /// The device that asks.
  public let peer: MUID

  /// The part of the device.
  public let address: CIAddress

  /// The requested amount: 0 no messages, 1 messages with non-default values, 127 all.
  public let control: UInt7

  /// The requested messages.
  public let report: CIMessageReport

  let version: UInt7
}
