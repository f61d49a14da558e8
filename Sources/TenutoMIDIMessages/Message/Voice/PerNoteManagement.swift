/// The effect of a per-note management message on the controllers of a note number.
///
/// The corresponding standard is M2-104-UM, "Per-Note Management Message".
public struct PerNoteManagement: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The two flags as encoded in the packet.
  public let rawValue: UInt8

  /// Creates a set of the two low bits, and discards the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 3
  }

  /// Sets the per-note controllers back to their defaults.
  public static var reset: PerNoteManagement {
    @_noLocks get { PerNoteManagement(rawValue: 1) }
  }

  /// Cuts the notes that sound off from the per-note controllers that follow.
  public static var detach: PerNoteManagement {
    @_noLocks get { PerNoteManagement(rawValue: 2) }
  }
}
