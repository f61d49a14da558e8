/// A message of MIDI-CI (capability inquiry).
///
/// Bytes convert to a message and back to the same bytes: unknown fields of a version after 2 are
/// kept in `trailing`.
///
/// The corresponding standard is M2-101-UM 1.2.
public struct CIMessage: Sendable, Hashable {
  /// The part of the device that sends or receives the message.
  public var address: CIAddress

  /// The version of the message's format: 1 for MIDI-CI 1.1, 2 for MIDI-CI 1.2.
  public var version: UInt7

  /// The sender of the message.
  public var source: MUID

  /// The receiver of the message.
  public var destination: MUID

  /// The content of the message.
  public var body: CIBody

  /// The bytes after the known fields, in a version after 2.
  public var trailing: [UInt8]

  /// Creates a message.
  ///
  /// Thread: any.
  public init(
    _ body: CIBody, from source: MUID, to destination: MUID,
    address: CIAddress = .functionBlock, version: UInt7 = 2, trailing: [UInt8] = []
  ) {
    self.address = address
    self.version = version
    self.source = source
    self.destination = destination
    self.body = body
    self.trailing = trailing
  }

  /// Reads the bytes of a system exclusive message.
  ///
  /// Thread: any.
  ///
  /// - Parameter payload: The bytes between F0 and F7.
  /// - Throws: An error if the bytes are not a MIDI-CI message.
  public init(payload: [UInt8]) throws(CIMessageError) {
    guard payload.allSatisfy({ $0 < 0x80 }) else { throw .notSevenBit }
    var reader = CIReader(payload[...])
    let header = try CIHeader(&reader)
    guard header.version > 0 else { throw .unsupportedVersion }
    address = header.address
    version = header.version
    source = header.source
    destination = header.destination
    body = try CIBody(subID2: header.subID2, version: header.version, &reader)
    trailing = reader.rest()
    guard trailing.isEmpty || version > 2 else { throw .trailingBytes }
  }

  /// The bytes of the message between F0 and F7.
  public var payload: [UInt8] {
    var writer = CIWriter()
    writer.byte(0x7E)
    writer.byte(address.rawValue)
    writer.byte(0x0D)
    writer.byte(body.subID2)
    writer.byte(version)
    writer.muid(source)
    writer.muid(destination)
    body.write(to: &writer)
    writer.data(trailing)
    return writer.bytes
  }
}

/// The reason why bytes are not a MIDI-CI message.
public enum CIMessageError: Error, Sendable, Hashable {
  /// The bytes are another system exclusive message.
  case notCapabilityInquiry

  /// A byte is above 127, as no byte of a system exclusive message is.
  case notSevenBit

  /// The message ends before its last field.
  case truncated

  /// The message has version 0, which no published standard has.
  case unsupportedVersion

  /// The message continues after its last field, which only later versions may do.
  case trailingBytes
}
