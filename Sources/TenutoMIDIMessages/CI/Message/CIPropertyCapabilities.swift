/// The property exchange capabilities of a device.
///
/// The corresponding standard is M2-101-UM, "Property Exchange Capabilities".
public struct CIPropertyCapabilities: Sendable, Hashable {
  /// The number of requests that the device answers at once.
  public var simultaneousRequests: UInt7

  /// The version of property exchange before the point; nil in version 1 of MIDI-CI.
  public var majorVersion: UInt7?

  /// The version of property exchange after the point; nil in version 1 of MIDI-CI.
  public var minorVersion: UInt7?

  /// Creates capabilities; the numbers of the version are both there or both nil.
  ///
  /// Thread: any.
  public init(
    simultaneousRequests: UInt7, majorVersion: UInt7? = nil, minorVersion: UInt7? = nil
  ) {
    self.simultaneousRequests = simultaneousRequests
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
  }

  init(_ reader: inout CIReader, version: UInt7) throws(CIMessageError) {
    simultaneousRequests = try reader.byte()
    majorVersion = version >= 2 ? try reader.byte() : nil
    minorVersion = version >= 2 ? try reader.byte() : nil
  }

  func write(to writer: inout CIWriter) {
    writer.byte(simultaneousRequests)
    guard let majorVersion, let minorVersion else { return }
    writer.byte(majorVersion)
    writer.byte(minorVersion)
  }
}
