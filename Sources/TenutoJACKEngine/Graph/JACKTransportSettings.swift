/// The engine's role in JACK's transport.
public struct JACKTransportSettings: Sendable, Equatable {
  /// Whether an engine is the timebase master of JACK's transport, which supplies bars and beats.
  public enum Lead: Sendable, Equatable {
    /// It never is.
    case never
    /// It is if no other program is.
    case unlessTaken
    /// It is, and replaces any other program.
    case always
  }

  /// Whether the kernels' time starts, stops and jumps with JACK's; otherwise it runs from the
  /// first cycle on.
  public var follows = true
  /// Whether it is the timebase master for other programs.
  public var leads = Lead.never
  /// Quarter notes per minute, 1...1000, without a timebase master, and as the timebase master.
  public var tempo = 120.0
  /// Beats in a bar, 1...64, used like the tempo.
  public var meterNumerator = 4
  /// The note value of a beat, 4 for quarters, used like the tempo.
  public var meterDenominator = 4

  /// Creates settings that follow JACK's transport, at 120 in 4/4.
  public init() {}
}
