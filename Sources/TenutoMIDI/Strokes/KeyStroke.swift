/// A key that goes down or up.
public struct KeyStroke: BitwiseCopyable, Sendable, Hashable {
  /// The key, 0 to 127; 60 is C4.
  public var key: UInt8

  /// The velocity, in the resolution of MIDI 2.0.
  public var velocity16: UInt16

  /// Nanoseconds of the packets' clock, `CLOCK_MONOTONIC` for ports.
  public var nanoseconds: UInt64

  /// Whether the key went down.
  public var isOn: Bool

  /// The channel, 0 to 15.
  public var channel: UInt8

  /// The group, 0 to 15.
  public var group: UInt8

  /// Creates a stroke.
  ///
  /// Thread: any.
  public init(
    key: UInt8, velocity16: UInt16, nanoseconds: UInt64, isOn: Bool, channel: UInt8 = 0,
    group: UInt8 = 0
  ) {
    self.key = key
    self.velocity16 = velocity16
    self.nanoseconds = nanoseconds
    self.isOn = isOn
    self.channel = channel
    self.group = group
  }

  /// Converts a note on or off of either protocol; nil for anything else.
  ///
  /// Thread: any. A MIDI 1.0 note on of velocity 0 is a release.
  public init?(_ event: HostTimedUMP) {
    let group = event.ump.group
    switch VoiceEvent(event.ump) {
    case .noteOn(let channel, let note, let velocity) where note < 0x80:
      self.init(
        key: note, velocity16: velocity, nanoseconds: event.hostTime, isOn: true,
        channel: channel, group: group)
    case .noteOff(let channel, let note, let velocity) where note < 0x80:
      self.init(
        key: note, velocity16: velocity, nanoseconds: event.hostTime, isOn: false,
        channel: channel, group: group)
    default: return nil
    }
  }
}

extension KeyStroke {
  /// The velocity in the resolution of MIDI 1.0, 0 to 127; at least 1 for a key that goes down.
  public var velocity: UInt8 {
    let scaled = MIDIScaling.down16To7(velocity16)
    return isOn && scaled == 0 ? 1 : scaled
  }

  /// The velocity from 0 to 1.
  public var unitVelocity: Double {
    Double(velocity16) / Double(UInt16.max)
  }

  /// The velocity in percent, 0 to 100, rounded.
  public var percentVelocity: Int {
    Int(unitVelocity * 100 + 0.5)
  }
}
