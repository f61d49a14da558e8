/// The engine's role in JACK's transport.
public struct JACKTransportSettings: Sendable, Equatable {
  /// Whether an engine tells JACK's transport where bars and beats are: is its timebase master.
  public enum Lead: Sendable, Equatable {
    /// It leaves that to others.
    case never
    /// Where no other program does already.
    case unlessTaken
    /// Also where another one does: that is told to stop.
    case always
  }

  /// Whether the kernels' time starts, stops and jumps with JACK's; otherwise it runs from the first
  /// cycle on.
  public var follows = true
  /// Whether it tells others its tempo.
  public var leads = Lead.never
  /// Quarter notes per minute, 1...1000, where no timebase master says; what it tells where it leads.
  public var tempo = 120.0
  /// Beats in a bar, 1...64, as the tempo.
  public var meterNumerator = 4
  /// The note value of a beat, 4 for quarters, as the tempo.
  public var meterDenominator = 4

  /// Follows at 120 in 4/4.
  public init() {}
}
