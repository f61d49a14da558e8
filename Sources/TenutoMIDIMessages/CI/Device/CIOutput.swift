/// The result of a device's input.
public struct CIOutput: Sendable, Hashable {
  /// The messages to send, in order.
  public internal(set) var messages: [CIMessage] = []

  /// The events.
  public internal(set) var events: [CIEvent] = []
}
