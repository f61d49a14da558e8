/// Why bytes are no message of MIDI-CI.
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
