/// The effect of a message on the voices: a bit for each slot of `MPEVoices`, slot 0 the lowest.
///
/// A slot that ended and began in one message holds the new voice: its note was struck again, or
/// all slots were in use and the oldest voice was replaced.
public struct MPEChange: BitwiseCopyable, Sendable, Hashable {
  /// The slots whose voice ended.
  public internal(set) var ended: UInt32 = 0

  /// The slots with a new voice.
  public internal(set) var began: UInt32 = 0

  /// The slots whose bend, pressure, timbre or key changed.
  public internal(set) var changed: UInt32 = 0

  /// Whether zones or bend ranges changed.
  public internal(set) var areZonesChanged = false

  @_noLocks
  init() {}
}
