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

/// How strictly an extension's sandbox is required.
public enum SandboxMode: String, Sendable, CaseIterable {
  /// Nothing is started without the layers of `SandboxLayers.required`.
  case required
  /// What this machine offers; what it lacks is said.
  case bestEffort = "best-effort"
  /// The extension may do what the user may: for debugging, and for extensions one has written.
  case off
}

/// The layers that hold one extension, and the missing ones.
public struct SandboxReport: Sendable, Equatable {
  /// A layer that was tried and that the machine refused.
  public struct Missing: Sendable, Equatable, CustomStringConvertible {
    /// The layer.
    public let layer: SandboxLayers
    /// Why, as the system says it.
    public let reason: String

    /// A phrase such as `"user namespace (Operation not permitted)"`.
    public var description: String { "\(layer.name) (\(reason))" }
  }

  /// The layers in force.
  public var layers: SandboxLayers = []
  /// The layers that the machine refused.
  public var missing: [Missing] = []
  /// What the extension needs and was not granted, one sentence each.
  public var notes: [String] = []
}
