/// A complete system exclusive message.
public struct SysExMessage: Sendable, Hashable {
  /// The stream of the message.
  public let stream: SysExStream

  /// The bytes without F0, F7 and the stream id.
  public let payload: [UInt8]

  /// The owner and the meaning of a mixed data set; nil for other messages.
  public let address: MixedDataSetAddress?

  /// Creates a message.
  ///
  /// Thread: control.
  public init(stream: SysExStream, payload: [UInt8], address: MixedDataSetAddress? = nil) {
    self.stream = stream
    self.payload = payload
    self.address = address
  }
}
