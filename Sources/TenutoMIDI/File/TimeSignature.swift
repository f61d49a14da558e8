/// A time signature of a Standard MIDI File, and its start.
public struct TimeSignature: BitwiseCopyable, Sendable, Hashable {
  /// Ticks from the start.
  public var tick: UInt32

  /// Beats in a bar: the upper number.
  public var numerator: UInt8

  /// The note value of a beat: the lower number, a power of two from 1 to 32768.
  public var denominator: UInt16

  /// Reads a meta event of type 0x58; nil for any other, or an invalid one.
  init?(_ event: TrackEvent) {
    guard case .meta(type: 0x58, let data) = event.message else { return nil }
    guard data.count >= 2, data[0] > 0, data[1] < 16 else { return nil }
    tick = event.tick
    numerator = data[0]
    denominator = 1 << data[1]
  }
}
