public import TenutoComponents
/// The permissions of an extension.
public struct SandboxPolicy: Sendable, Equatable {
  /// How much the sandbox matters.
  public var mode: SandboxMode
  /// How much of the machine it may use.
  public var limits: SandboxLimits
  /// What it may do besides rendering.
  public var grants: SandboxGrants
  /// Whether it is started as on a machine that has no namespaces, for tests.
  package var leavesOutNamespaces = false

  /// Makes a policy.
  public init(
    mode: SandboxMode = .required, limits: SandboxLimits = SandboxLimits(),
    grants: SandboxGrants = SandboxGrants()
  ) {
    self.mode = mode
    self.limits = limits
    self.grants = grants
  }

  /// The default: the sandbox is required, with the usual limits and no grants.
  public static let standard = SandboxPolicy()
  /// No sandbox.
  public static let off = SandboxPolicy(mode: .off)
}

/// The limits of an extension's use of the machine.
public struct SandboxLimits: Sendable, Equatable {
  /// Bytes of heap and other private memory.
  public var dataBytes: UInt64 = 512 << 20
  /// Bytes of addresses, shared memory and files included.
  public var addressBytes: UInt64 = 4 << 30
  /// Bytes of a file, where it may write files at all.
  public var fileBytes: UInt64 = 1 << 30
  /// Bytes that are kept from being swapped out.
  public var lockedBytes: UInt64 = 64 << 20
  /// Open descriptors, fewer than 250.
  public var descriptors: UInt64 = 64
  /// Threads, where they can be counted for it alone.
  public var threads: UInt64 = 64
  /// The highest realtime priority that the host can give it.
  public var realtimePriority: UInt64 = 60
  /// Microseconds of realtime without a system call after which it is ended.
  public var realtimeMicroseconds: UInt64 = 200_000

  /// The usual limits.
  public init() {}
}
