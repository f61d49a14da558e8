/// A whole system exclusive message.
public struct SysExMessage: Sendable, Hashable {
  /// By which stream it came.
  public let stream: SysExStream

  /// The bytes, without F0 and F7 and without the number of the stream.
  public let payload: [UInt8]

  /// Whose data a mixed data set is; nil for other messages.
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
