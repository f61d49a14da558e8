import TenutoMIDI
/// The state of a channel's messages, for its voices and, for a manager channel, its zone.
struct MPEChannelState: BitwiseCopyable, Sendable {
  /// -1 to 1.
  var bend: Float = 0
  /// 0 to 1.
  var pressure: Float = 0
  /// 0 to 1.
  var timbre: Float = 0.5
  var isPedalDown = false
  /// Of a channel in no zone, in semitones.
  var bendRange: Float = 2

  @_noLocks
  init() {}

  /// Applies a controller, pressure or bend; returns false for other messages.
  @_noLocks
  mutating func take(_ event: VoiceEvent) -> Bool {
    switch event {
    case .pitchBend(_, let value): bend = Self.bend(value)
    case .channelPressure(_, let value): pressure = Self.unit(value)
    case .controlChange(_, 74, let value): timbre = Self.unit(value)
    case .controlChange(_, 64, let value): isPedalDown = value >= 0x8000_0000
    case .controlChange(_, 121, _):
      let range = bendRange
      self = MPEChannelState()
      bendRange = range
    case .registeredController(_, 0, 0, let value):
      bendRange = MPEBendRanges.semitones(value)
    default: return false
    }
    return true
  }

  /// Scales to -1...1, the centre exactly 0.
  @_noLocks
  static func bend(_ value: UInt32) -> Float {
    Float(Int64(value) - 0x8000_0000) / 0x8000_0000
  }

  /// Scales to 0...1 so that the centre is exactly 0.5.
  @_noLocks
  static func unit(_ value: UInt32) -> Float {
    value <= 0x8000_0000
      ? Float(value) / 0x1_0000_0000 : 0.5 + Float(value - 0x8000_0000) / Float(0x7FFF_FFFF) / 2
  }
}
