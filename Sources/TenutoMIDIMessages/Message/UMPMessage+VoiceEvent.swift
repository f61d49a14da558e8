public import TenutoMIDI
extension UMPMessage {
  /// Creates the message of an event that a synthesiser understands.
  ///
  /// Thread: any. Notes and controllers above 127, which `VoiceEvent` accepts, give `unknown`.
  @_noLocks
  public init(_ event: VoiceEvent, group: UInt4) {
    self.init(event.ump(group: group.rawValue))
  }
}

extension VoiceEvent {
  /// Creates the event for synthesisers, with MIDI 1.0 values scaled up.
  ///
  /// Thread: any. Group and note attributes are not part of the event.
  @_noLocks
  public init(_ message: UMPMessage) {
    self.init(message.ump)
  }
}
