public import TenutoComponents

/// The permissions of an extension.
public struct SandboxPolicy: Sendable, Equatable {
  /// The strictness of the sandbox.
  public var mode: SandboxMode
  /// The limits of its resources.
  public var limits: SandboxLimits
  /// Permissions beyond rendering.
  public var grants: SandboxGrants
  /// Starts it as on a machine without namespaces, for tests.
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

/// The resource limits of an extension.
public struct SandboxLimits: Sendable, Equatable {
  /// Bytes of heap and other private memory.
  public var dataBytes: UInt64 = 512 << 20
  /// Bytes of address space, shared memory and mapped files included.
  public var addressBytes: UInt64 = 4 << 30
  /// Bytes of a file, if it may write files at all.
  public var fileBytes: UInt64 = 1 << 30
  /// Bytes of locked memory.
  public var lockedBytes: UInt64 = 64 << 20
  /// Open descriptors, fewer than 250.
  public var descriptors: UInt64 = 64
  /// Threads, if they can be counted for it alone.
  public var threads: UInt64 = 64
  /// The highest realtime priority that the host can give it.
  public var realtimePriority: UInt64 = 60
  /// Microseconds of realtime CPU time without a system call before it is ended.
  public var realtimeMicroseconds: UInt64 = 200_000

  /// The usual limits.
  public init() {}
}

/// The strictness of an extension's sandbox.
public enum SandboxMode: String, Sendable, CaseIterable {
  /// Nothing is started without the layers of `SandboxLayers.required`.
  case required
  /// Uses the layers that this machine offers, and reports the missing ones.
  case bestEffort = "best-effort"
  /// The extension has all rights of the user: for debugging, and for your own extensions.
  case off
}

/// The layers that confine one extension, and the missing ones.
public struct SandboxReport: Sendable, Equatable {
  /// A layer that was tried and that the machine refused.
  public struct Missing: Sendable, Equatable, CustomStringConvertible {
    /// The layer.
    public let layer: SandboxLayers
    /// The system's reason.
    public let reason: String

    /// A phrase such as `"user namespace (Operation not permitted)"`.
    public var description: String { "\(layer.name) (\(reason))" }
  }

  /// The layers in force.
  public var layers: SandboxLayers = []
  /// The layers that the machine refused.
  public var missing: [Missing] = []
  /// Needs of the extension that were not granted, one sentence each.
  public var notes: [String] = []
}
