internal import TenutoCore
internal import TenutoProcess

/// Z: operation without the rights of the user.
enum SandboxChecks {
  static let all = [
    Check(
      "Z01", "Runs in the sandbox", level: .quick, limit: 20,
      why: "Hosts start extensions in the sandbox by default.",
      fix: "Read only the bundle, or declare in the manifest what else is needed."
    ) { context in try session(context, .standard) },
    Check(
      "Z05", "Runs without namespaces", level: .usual, limit: 20,
      why: "Many containers do not allow namespaces.",
      fix: "Do not depend on process ids or on the contents of /proc."
    ) { context in
      var policy = SandboxPolicy.standard
      policy.leavesOutNamespaces = true
      return try session(context, policy)
    },
  ]

  /// The steps of a usual session.
  private static func session(
    _ context: CheckContext, _ policy: SandboxPolicy
  ) throws -> Outcome {
    let layers = try Sandbox.probe().layers
    guard layers.isSuperset(of: .required) else {
      return .skipped("this machine has no sandbox")
    }
    let bench = try context.bench(sandbox: policy)
    try bench.allocate()
    let noise = try bench.noise(512, &context.random)
    let events = bench.description.acceptsMIDI ? bench.chord : []
    for _ in 0..<2 {
      for _ in 0..<16 {
        if let fault = try bench.render(512, inputs: noise, events: events).fault {
          return .failed(fault)
        }
      }
      try bench.set(bench.randomValues(&context.random))
      try bench.load(bench.save())
    }
    try bench.deallocate()
    try bench.subject.quit()
    return .passed(policy.leavesOutNamespaces ? "" : "\(layers.elements.count) layers")
  }
}
