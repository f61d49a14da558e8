public import TenutoMIDI
extension KeyStroke {
  /// Takes a note on or off as a `MIDIManager` delivers it; nil for anything else.
  ///
  /// Thread: any.
  ///
  /// - Parameters:
  ///   - event: The event. A MIDI 1.0 note on of velocity 0 is a released key.
  ///   - nanoseconds: Its time.
  public init?(_ event: MIDIEvent, nanoseconds: UInt64) {
    switch event {
    case .noteOn(let on):
      let isOn = if case .midi1(0) = on.velocity { false } else { true }
      self.init(
        key: on.note.number.uInt8Value, velocity16: on.velocity.midi2Value,
        nanoseconds: nanoseconds, isOn: isOn, channel: on.channel.uInt8Value,
        group: on.group.uInt8Value)
    case .noteOff(let off):
      self.init(
        key: off.note.number.uInt8Value, velocity16: off.velocity.midi2Value,
        nanoseconds: nanoseconds, isOn: false, channel: off.channel.uInt8Value,
        group: off.group.uInt8Value)
    default: return nil
    }
  }
}
