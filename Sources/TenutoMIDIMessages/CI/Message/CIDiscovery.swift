/// The description of a device in discovery and its reply.
///
/// The corresponding standard is M2-101-UM, "Discovery" and "Reply to Discovery".
public struct CIDiscovery: Sendable, Hashable {
  /// Maker, model and revision.
  public var identity: DeviceIdentity

  /// The categories of MIDI-CI that the device supports.
  public var categories: CICategories

  /// The longest system exclusive message that the device accepts, including F0 and F7.
  public var maximumSysExSize: UInt28

  /// On which of its outputs the initiator sent the discovery; nil in version 1.
  public var outputPathID: UInt7?

  /// The function block that answers, 0x7F for none; nil in version 1 and in a discovery.
  public var functionBlock: UInt7?

  /// Creates a device's description of itself.
  ///
  /// Thread: any.
  public init(
    identity: DeviceIdentity, categories: CICategories, maximumSysExSize: UInt28,
    outputPathID: UInt7? = nil, functionBlock: UInt7? = nil
  ) {
    self.identity = identity
    self.categories = categories
    self.maximumSysExSize = maximumSysExSize
    self.outputPathID = outputPathID
    self.functionBlock = functionBlock
  }

  init(_ reader: inout CIReader, version: UInt7, isReply: Bool) throws(CIMessageError) {
    identity = try reader.identity()
    categories = CICategories(rawValue: try reader.byte().rawValue)
    maximumSysExSize = try reader.number28()
    outputPathID = version >= 2 ? try reader.byte() : nil
    functionBlock = version >= 2 && isReply ? try reader.byte() : nil
  }

  func write(to writer: inout CIWriter) {
    writer.identity(identity)
    writer.byte(UInt7(truncatingIfNeeded: categories.rawValue))
    writer.number28(maximumSysExSize)
    if let outputPathID { writer.byte(outputPathID) }
    if let functionBlock { writer.byte(functionBlock) }
  }
}
