package import CTenuto
package import TenutoCore
internal import TenutoMIDI

extension tenuto_event {
  /// The event as it travels.
  @_noLocks
  package init(_ event: TimedEvent) {
    self.init()
    frame_offset = event.frameOffset
    switch event.payload {
    case .midi(let ump):
      kind = UInt16(TENUTO_EVENT_MIDI)
      words = (ump.word0, ump.word1, ump.word2, ump.word3)
    case .parameter(let address, let value):
      kind = UInt16(TENUTO_EVENT_PARAMETER)
      let low = UInt32(truncatingIfNeeded: address)
      words = (low, UInt32(truncatingIfNeeded: address >> 32), value.bitPattern, 0)
    }
  }

  /// The event, or nil where it is none: an unknown kind, or a value that is no number.
  @_noLocks
  package func decoded() -> TimedEvent? {
    switch Int32(kind) {
    case TENUTO_EVENT_MIDI:
      let ump = UMP(words.0, words.1, words.2, words.3)
      return TimedEvent(frameOffset: frame_offset, payload: .midi(ump))
    case TENUTO_EVENT_PARAMETER:
      let value = Float(bitPattern: words.2)
      guard value.isFinite else { return nil }
      let address = UInt64(words.1) << 32 | UInt64(words.0)
      return TimedEvent(
        frameOffset: frame_offset, payload: .parameter(address: address, value: value))
    default:
      return nil
    }
  }
}
