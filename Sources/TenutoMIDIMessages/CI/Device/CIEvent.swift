/// An event that a device reports to its program.
public enum CIEvent: Sendable, Hashable {
  /// The device is known by another number, because the one that it had was taken.
  case identityChanged(MUID)

  /// Another device was found, or says something else about itself.
  case peerFound(CIPeer)

  /// Another device is gone.
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

  /// A request is given up: the device is gone, or the answer cannot be taken.
  case abandoned(CIRequestID)

  /// A device makes a request of property exchange; `answer` or `refuse` it.
  case propertyRequest(CIPropertyRequest)

  /// A device wants a report of this one's state; `beginReport`, send it, `endReport`.
  case reportRequest(CIReportRequest)

  /// A device switched a profile of this one on or off.
  case profileSwitched(CIProfile, by: MUID)

  /// A device tells something that it was not asked: reports and data of profiles, notifications.
  case notice(CIMessage)

  /// Something was dropped.
  case dropped(CIDropReason, from: MUID?)
}
