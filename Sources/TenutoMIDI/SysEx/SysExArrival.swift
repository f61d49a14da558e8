/// The result of a packet: a complete message, an error, both or neither.
///
/// The error is not thrown, because a start that cuts a message may itself be a complete message.
public struct SysExArrival: Sendable, Hashable {
  /// The message that the packet completes.
  public var message: SysExMessage?

  /// Why the packet, or the previous message, is lost.
  public var error: SysExError?

  /// Creates an arrival.
  ///
  /// Thread: control.
  public init(message: SysExMessage? = nil, error: SysExError? = nil) {
    self.message = message
    self.error = error
  }
}
