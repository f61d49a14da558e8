public import TenutoMIDI

/// What happens to a kernel at one frame.
public enum Event: BitwiseCopyable, Sendable {
  /// A MIDI message, in MIDI 2.0 resolution.
  case midi(MIDIEvent)
  /// A parameter takes a value, in the parameter's unit.
  case parameter(address: ParameterAddress, value: Float)
}

/// An event and the frame of the cycle at which it happens.
///
/// The corresponding Audio Unit type is `AURenderEvent`.
public struct TimedEvent: BitwiseCopyable, Sendable {
  /// Frames from the start of the cycle.
  public var frameOffset: UInt32
  /// What travels: a UMP, or a parameter's value.
  public var payload: Payload

  /// The content of an event as it travels.
  public enum Payload: BitwiseCopyable, Sendable {
    /// A Universal MIDI Packet.
    case midi(UMP)
    /// A parameter takes a value, in the parameter's unit.
    case parameter(address: ParameterAddress, value: Float)
  }

  /// Puts `payload` at `frameOffset`.
  @_noLocks public init(frameOffset: UInt32, payload: Payload) {
    self.frameOffset = frameOffset
    self.payload = payload
  }
}

extension TimedEvent {
  /// The event as a kernel sees it.
  public var event: Event {
    @_noLocks get {
      switch payload {
      case .midi(let ump): .midi(MIDIEvent(ump))
      case .parameter(let address, let value): .parameter(address: address, value: value)
      }
    }
  }
}
