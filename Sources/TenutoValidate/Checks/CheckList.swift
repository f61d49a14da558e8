/// The list of all checks.
public enum CheckList {
  /// The checks, in the order of their groups.
  public static let all: [Check] =
    DiscoveryChecks.all + LaunchChecks.all + ParameterChecks.all + StateChecks.all + BusChecks.all
    + AudioChecks.all + MIDIChecks.all + TransportChecks.all + RealtimeChecks.all
    + HostileChecks.all + SandboxChecks.all
}
