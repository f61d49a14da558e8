/// The reason why a datagram is malformed.
package enum PacketError: Error, Equatable, Sendable {
  /// The datagram ends inside a field.
  case truncated
  /// The signature belongs to another protocol.
  case badSignature
  /// The version of the protocol is not supported.
  case badVersion
  /// The command is unknown in this protocol.
  case unknownCommand
  /// A field has an invalid value.
  case badValue
  /// A length exceeds its limit.
  case tooLong
}
