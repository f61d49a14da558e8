internal import Glibc
public import TenutoMIDI
internal import TenutoCore

/// A controller that has moved.
public struct ControllerMove: Sendable, Equatable {
  /// The MIDI input node that received it; nil if unknown.
  public var input: String?
  /// The channel, 0...15.
  public var channel: UInt8
  /// The controller's number, 0...119.
  public var controller: UInt8
  /// The controller's position, `0...1`.
  public var position: Double

  /// Creates a move.
  public init(input: String?, channel: UInt8, controller: UInt8, position: Double) {
    self.input = input
    self.channel = channel
    self.controller = controller
    self.position = position
  }

  /// Decodes a packet; nil unless it is a control change of controller 0...119.
  public init?(_ packet: UMP, input: String?) {
    guard case .controlChange(let channel, let controller, let value) = VoiceEvent(packet),
      controller < 120
    else { return nil }
    self.init(
      input: input, channel: channel, controller: controller,
      position: Double(value) / Double(UInt32.max))
  }
}

extension ControllerMap {
  /// Whether a move applies to this map.
  func isMeant(by move: ControllerMove) -> Bool {
    controller == move.controller && (channel == nil || channel == move.channel)
      && (input == nil || move.input == nil || input == move.input)
  }

  /// The parameter's value at a position `0...1`, along the parameter's own scale.
  func value(at position: Double, of parameter: Parameter) -> Float {
    let range = range ?? parameter.range
    let part = Float(isInverted ? 1 - position : position)
    if parameter.flags.contains(.logarithmic), range.lowerBound > 0 {
      let ratio = range.upperBound / range.lowerBound
      return parameter.clamped(range.lowerBound * powf(ratio, part))
    }
    return parameter.clamped(
      range.lowerBound + (range.upperBound - range.lowerBound) * part)
  }
}
