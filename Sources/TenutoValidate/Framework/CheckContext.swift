internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess

/// The environment of a check.
final class CheckContext {
  let target: ValidationTarget
  let seed: UInt64
  /// Seconds that a fuzzer runs.
  let budget: Double
  private let id: String
  /// Random numbers that depend only on the seed and the check.
  var random: SeededRandom

  init(target: ValidationTarget, seed: UInt64, budget: Double, id: String) {
    self.target = target
    self.seed = seed
    self.budget = budget
    self.id = id
    let salt = id.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    random = SeededRandom(seed: seed ^ salt)
  }

  /// The same check with another seed.
  func reseeded(_ seed: UInt64) -> CheckContext {
    CheckContext(target: target, seed: seed, budget: budget, id: id)
  }

  /// Starts the extension and instantiates the component.
  ///
  /// In a sandbox, the process of a plug-in sees the plug-in's own folders, as with a host.
  func bench(sandbox: SandboxPolicy = .off) throws -> Bench {
    var policy = sandbox
    if policy.mode != .off { policy.grants.libraryFolders = target.libraryFolders }
    return try Bench(target, sandbox: policy)
  }

  /// Starts the extension without instantiating the component.
  func testedExtension() throws -> TestedExtension { try TestedExtension(target.executablePath) }
}
