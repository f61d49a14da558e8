import ArgumentParser
import TenutoSupervision

/// Options for the supervision of extensions.
struct SupervisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The spare process for an extension that ends: none, component (one for each component), \
      instance (one for each extension, with its state) or shadow (one for each extension, which \
      renders the same one cycle later and continues with the same sample).
      """, valueName: "policy"),
    transform: ChoiceArgument.parse)
  var spare: SparePolicy = .instance

  @Option(
    name: .customLong("timing"),
    help: ArgumentHelp(
      "The timing of a node's output: delay=one-period-later never waits for it; may be repeated.",
      valueName: "node=timing"),
    transform: TimingArgument.parse)
  var timings: [TimingArgument] = []

  @Option(
    help: ArgumentHelp(
      "The share of a period after which an extension is late, 0.05 to 0.95.", valueName: "share"))
  var deadline: Double?

  @Flag(help: "Sets a node that is often late to one period later, before it is bypassed.")
  var demote = false

  @Flag(name: .customLong("no-restart"), help: "Does not restart extensions.")
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
