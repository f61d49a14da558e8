/// Why a datagram is not what it claims to be.
package enum PacketError: Error, Equatable, Sendable {
  /// The datagram ends inside a field.
  case truncated
  /// The first bytes are not those of this protocol.
  case badSignature
  /// The version of the protocol is another one.
  case badVersion
  /// A command that this protocol does not have.
  case unknownCommand
  /// A field has a value that its place does not allow.
  case badValue
  /// More than the hard limits allow.
  case tooLong
}
