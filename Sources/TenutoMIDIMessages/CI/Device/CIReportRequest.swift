/// A request for a report of the device's state, to be answered by the caller.
public struct CIReportRequest: Sendable, Hashable {
  /// Who asks.
  public let peer: MUID

  /// The part of the device.
  public let address: CIAddress

  /// How much is wanted: 0 no messages, 1 those that are not at their default, 127 all.
  public let control: UInt7

  /// Which messages are wanted.
  public let report: CIMessageReport

  let version: UInt7
}
