/// What a device does after it was told something.
public struct CIOutput: Sendable, Hashable {
  /// The messages to send, in order.
  public internal(set) var messages: [CIMessage] = []

  /// What there is to tell.
  public internal(set) var events: [CIEvent] = []
}
