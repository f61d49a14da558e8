public import TenutoCore
internal import TenutoProcess

/// What is validated.
public struct ValidationTarget: Sendable, Equatable {
  /// The component.
  public let code: ComponentCode
  /// The file that holds it.
  public let executablePath: String
  /// The bundle that it is in, nil for a bare executable.
  public let bundlePath: String?

  /// Names a component and where it is.
  public init(code: ComponentCode, executablePath: String, bundlePath: String? = nil) {
    self.code = code
    self.executablePath = executablePath
    self.bundlePath = bundlePath
  }
}

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
  func bench(sandbox: SandboxPolicy = .off) throws -> Bench {
    try Bench(target, sandbox: sandbox)
  }

  /// Starts the extension only.
  func specimen() throws -> Specimen { try Specimen(target.executablePath) }
}

/// Numbers that look random and are the same on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Noise in −1...1.
  mutating func noise(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(Int32(truncatingIfNeeded: next())) / 2_147_483_648 }
  }

  /// A value that `parameter` may take.
  mutating func value(of parameter: Parameter) -> Float {
    let part = Float(next() >> 40) / Float(1 << 24)
    let range = parameter.range
    return parameter.clamped(range.lowerBound * (1 - part) + range.upperBound * part)
  }
}
