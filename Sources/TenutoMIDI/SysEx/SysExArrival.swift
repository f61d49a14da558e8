/// What a packet has brought about: a whole message, a loss, both or nothing.
///
/// Not thrown, because a start that cuts a message may be a whole message itself.
public struct SysExArrival: Sendable, Hashable {
  /// The message that the packet completes.
  public var message: SysExMessage?

  /// Why the packet, or the message before it, is lost.
  public var error: SysExError?

  /// Creates an arrival.
  ///
  /// Thread: control.
  public init(message: SysExMessage? = nil, error: SysExError? = nil) {
    self.message = message
    self.error = error
  }
}
