internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess

/// What a check works with.
final class CheckContext {
  let target: ValidationTarget
  let seed: UInt64
  /// Seconds for which a fuzzer goes on.
  let budget: Double
  private let id: String
  /// Numbers that depend on the seed and the check alone.
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

  /// The same check begun from another seed.
  func reseeded(_ seed: UInt64) -> CheckContext {
    CheckContext(target: target, seed: seed, budget: budget, id: id)
  }

  /// Starts the extension and makes it the component.
  ///
  /// A sandbox shows the process of a plug-in the plug-in's own folders, as a host's does.
  func bench(sandbox: SandboxPolicy = .off) throws -> Bench {
    var policy = sandbox
    if policy.mode != .off { policy.grants.libraryFolders = target.libraryFolders }
    return try Bench(target, sandbox: policy)
  }

  /// Starts the extension only.
  func specimen() throws -> Specimen { try Specimen(target.executablePath) }
}
