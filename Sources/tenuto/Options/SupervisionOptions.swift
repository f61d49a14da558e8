import ArgumentParser
import TenutoSupervision

/// Options for the supervision of extensions.
struct SupervisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What stands by for the end of an extension: none, component (a process for each component) \
      or instance (one for each, with its state).
      """, valueName: "policy"),
    transform: ChoiceArgument.parse)
  var spare: SparePolicy = .instance

  @Option(
    name: .customLong("timing"),
    help: ArgumentHelp(
      "When a node is heard: delay=one-period-later does not wait for it; again for more.",
      valueName: "node=timing"),
    transform: TimingArgument.parse)
  var timings: [TimingArgument] = []

  @Option(
    help: ArgumentHelp(
      "The share of a period after which an extension is late, 0.05 to 0.95.", valueName: "share"))
  var deadline: Double?

  @Flag(help: "Sets a node that is often late to one period later, before it is left out.")
  var demote = false

  @Flag(name: .customLong("no-restart"), help: "Starts no extension again that has ended.")
  var noRestart = false

  func validate() throws {
    if let deadline, !(0.05...0.95).contains(deadline) {
      throw ValidationError(
        "A deadline of \(Numbers.short(deadline)) is out of range; "
          + "choose '--deadline' from 0.05 to 0.95")
    }
  }

  /// The policy for all nodes.
  var policy: SupervisionPolicy {
    var policy = SupervisionPolicy()
    policy.spare = noRestart ? .none : spare
    policy.mayDemote = demote
    if noRestart { policy.restartLimit = 0 }
    return policy
  }
}
