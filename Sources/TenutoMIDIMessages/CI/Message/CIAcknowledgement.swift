/// The cause of an acknowledgement or refusal, since version 2.
///
/// The corresponding standard is M2-101-UM, "MIDI-CI ACK" and "MIDI-CI NAK".
public struct CIAcknowledgement: Sendable, Hashable {
  /// The second sub-id of the message that is meant.
  public var subID2: UInt7

  /// Why.
  public var status: CIStatus

  /// More about the status.
  public var statusData: UInt7

  /// More about the message that is meant: the profile, or the request id of property exchange.
  public var details: ProfileID

  /// A text for people, in ASCII.
  public var text: [UInt8]

  /// Creates an acknowledgement or a refusal.
  ///
  /// Thread: any.
  public init(
    subID2: UInt7, status: CIStatus, statusData: UInt7 = 0,
    details: ProfileID = ProfileID(0, 0, 0, 0, 0), text: [UInt8] = []
  ) {
    self.subID2 = subID2
    self.status = status
    self.statusData = statusData
    self.details = details
    self.text = text
  }

  /// Reads an acknowledgement; nil in version 1, which has none.
  init?(_ reader: inout CIReader, version: UInt7) throws(CIMessageError) {
    guard version >= 2 else { return nil }
    subID2 = try reader.byte()
    status = CIStatus(rawValue: try reader.byte())
    statusData = try reader.byte()
    details = try reader.profile()
    text = try reader.data14()
  }

  func write(to writer: inout CIWriter) {
    writer.byte(subID2)
    writer.byte(status.rawValue)
    writer.byte(statusData)
    writer.profile(details)
    writer.data14(text)
  }
}
