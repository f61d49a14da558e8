public import TenutoMIDI

/// An event for a kernel at one frame.
public enum Event: BitwiseCopyable, Sendable {
  /// A MIDI message, in MIDI 2.0 resolution.
  case midi(VoiceEvent)
  /// A parameter takes a value, in the parameter's unit.
  case parameter(address: ParameterAddress, value: Float)
  /// A parameter changes linearly to `value`, which it reaches after `frameCount` frames.
  ///
  /// Only for parameters with `ParameterFlags.canRamp`; other parameters get steps.
  case ramp(address: ParameterAddress, value: Float, frameCount: Int)
}

/// An event and the frame of the cycle at which it happens.
///
/// The corresponding Audio Unit type is `AURenderEvent`.
public struct TimedEvent: BitwiseCopyable, Sendable, Equatable {
  /// Frames from the start of the cycle.
  public var frameOffset: UInt32
  /// The content of the event.
  public var payload: Payload

  /// The content of an event as it travels.
  public enum Payload: BitwiseCopyable, Sendable, Equatable {
    /// A Universal MIDI Packet.
    case midi(UMP)
    /// A parameter takes a value, in the parameter's unit.
    case parameter(address: ParameterAddress, value: Float)
    /// A parameter changes linearly to a value over a number of frames, at least 1
    /// (`AURenderEventParameterRamp`).
    case ramp(address: ParameterAddress, value: Float, frameCount: UInt32)
    /// From an extension: the user has begun or ceased to move a parameter
    /// (`AUParameterAutomationEventType` touch and release).
    case gesture(address: ParameterAddress, isTouched: Bool)
  }

  /// Puts `payload` at `frameOffset`.
  @_noLocks public init(frameOffset: UInt32, payload: Payload) {
    self.frameOffset = frameOffset
    self.payload = payload
  }
}
