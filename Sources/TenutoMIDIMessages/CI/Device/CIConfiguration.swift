/// The description of a MIDI-CI device.
public struct CIConfiguration: Sendable, Hashable {
  /// Maker, model and revision.
  public var identity: DeviceIdentity

  /// The categories of MIDI-CI that the device supports.
  public var categories: CICategories = [.profiles, .properties, .processes]

  /// The longest system exclusive message that the device accepts, including F0 and F7.
  ///
  /// The standard requires at least 512 for property exchange.
  public var maximumSysExSize: UInt28 = 4096

  /// The serial number in ASCII, at most 42 characters; empty if none exists.
  public var productInstanceID = ""

  /// The device's function block, 0x7F for none.
  public var functionBlock: UInt7 = 0x7F

  /// The number of property exchange requests that the device answers at once.
  public var simultaneousPropertyRequests: UInt7 = 8

  /// The version of the messages: 2, or 1 for a device of MIDI-CI 1.1.
  public var version: UInt7 = 2

  /// The device's limits on memory and time.
  public var limits = CILimits()

  /// Creates a configuration.
  ///
  /// Thread: any.
  public init(identity: DeviceIdentity) {
    self.identity = identity
  }

  /// The device's part of discovery and its reply.
  func discovery(isReply: Bool, outputPathID: UInt7, version: UInt7) -> CIDiscovery {
    CIDiscovery(
      identity: identity, categories: categories, maximumSysExSize: maximumSysExSize,
      outputPathID: version >= 2 ? outputPathID : nil,
      functionBlock: version >= 2 && isReply ? functionBlock : nil)
  }
}

/// A device's limits on memory and time for untrusted devices.
public struct CILimits: Sendable, Hashable {
  /// The maximum number of known devices.
  public var peerCount = 64

  /// The maximum number of own open requests.
  public var openRequestCount = 32

  /// The maximum number of incomplete property exchange messages to it.
  public var openPropertyCount = 16

  /// The maximum byte count of a message of property exchange.
  public var propertyByteCount = 256 * 1024

  /// The maximum total size of incomplete property exchange messages in bytes.
  public var totalPropertyByteCount = 1024 * 1024

  /// Nanoseconds until an unanswered request, or a message without its next piece, is discarded.
  public var timeout: UInt64 = 3_000_000_000

  /// Creates limits that serve most programs.
  ///
  /// Thread: any.
  public init() {}
}
