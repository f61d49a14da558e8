package import CTenuto
package import TenutoCore
internal import TenutoMIDI

extension tenuto_event {
  /// The encoded event.
  @_noLocks
  package init(_ event: TimedEvent) {
    self.init()
    frame_offset = event.frameOffset
    switch event.payload {
    case .midi(let ump):
      kind = UInt16(TENUTO_EVENT_MIDI)
      words = (ump.word0, ump.word1, ump.word2, ump.word3)
    case .parameter(let address, let value):
      setParameter(address, value, rampFrames: 0)
    case .ramp(let address, let value, let frameCount):
      setParameter(address, value, rampFrames: frameCount)
    case .gesture(let address, let isTouched):
      setParameter(address, isTouched ? 1 : 0, rampFrames: 0)
      kind = UInt16(TENUTO_EVENT_GESTURE)
    }
  }

  @_noLocks
  private mutating func setParameter(
    _ address: ParameterAddress, _ value: Float, rampFrames: UInt32
  ) {
    kind = UInt16(TENUTO_EVENT_PARAMETER)
    let low = UInt32(truncatingIfNeeded: address)
    words = (low, UInt32(truncatingIfNeeded: address >> 32), value.bitPattern, rampFrames)
  }

  /// The decoded event; nil for an unknown kind or a value that is NaN or infinite.
  @_noLocks
  package func decoded() -> TimedEvent? {
    guard reserved == 0 else { return nil }
    if Int32(kind) == TENUTO_EVENT_MIDI {
      let ump = UMP(words.0, words.1, words.2, words.3)
      return TimedEvent(frameOffset: frame_offset, payload: .midi(ump))
    }
    let address = UInt64(words.1) << 32 | UInt64(words.0)
    let value = Float(bitPattern: words.2)
    guard value.isFinite else { return nil }
    switch Int32(kind) {
    case TENUTO_EVENT_PARAMETER where words.3 == 0:
      return TimedEvent(
        frameOffset: frame_offset, payload: .parameter(address: address, value: value))
    case TENUTO_EVENT_PARAMETER:
      return TimedEvent(
        frameOffset: frame_offset,
        payload: .ramp(address: address, value: value, frameCount: words.3))
    case TENUTO_EVENT_GESTURE:
      return TimedEvent(
        frameOffset: frame_offset, payload: .gesture(address: address, isTouched: value != 0))
    default:
      return nil
    }
  }
}
