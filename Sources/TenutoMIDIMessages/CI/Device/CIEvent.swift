/// An event that a device reports to its program.
public enum CIEvent: Sendable, Hashable {
  /// The device has a new number, because its previous one was in use.
  case identityChanged(MUID)

  /// Another device was found, or has changed its description.
  case peerFound(CIPeer)

  /// Another device has left.
  case peerLost(MUID)

  /// The time is over in which devices answer to a discovery.
  case discoveryEnded(CIRequestID)

  /// A device answers.
  ///
  /// A profile inquiry to a function block has an answer for each of its channels and groups.
  case reply(CIRequestID, CIMessage)

  /// A device answers to a request of property exchange.
  case propertyReply(CIRequestID, header: [UInt8], body: [UInt8])

  /// A device refuses a request.
  case refused(CIRequestID, CIAcknowledgement?)

  /// A device did not answer in time.
  case timedOut(CIRequestID)

  /// A request is abandoned: the device has left, or its answer is invalid.
  case abandoned(CIRequestID)

  /// A device sends a request of property exchange; call `answer` or `refuse`.
  case propertyRequest(CIPropertyRequest)

  /// A device requests a report of this device's state; call `beginReport`, send it, call
  /// `endReport`.
  case reportRequest(CIReportRequest)

  /// A device enabled or disabled a profile of this device.
  case profileSwitched(CIProfile, by: MUID)

  /// A device sent an unsolicited message: a profile report, profile data or a notification.
  case notice(CIMessage)

  /// Something was dropped.
  case dropped(CIDropReason, from: MUID?)
}
