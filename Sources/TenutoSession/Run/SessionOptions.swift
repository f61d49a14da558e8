public import TenutoComponents
public import TenutoCore
public import TenutoMIDI
public import TenutoProcess
public import TenutoSupervision
public import TenutoSystem

/// Options for finding, starting and supervising the extensions of a running session.
public struct SessionOptions: Sendable {
  /// The registry of extensions; searched again while one is missing.
  public var registry: Registry
  /// The sandbox policy of the extensions.
  public var sandbox = SandboxPolicy.standard
  /// The supervision policy; a node's own setting for a spare takes precedence.
  public var supervision = SupervisionPolicy()
  /// The user's presets; nil for none.
  public var userPresets: UserPresets?
  /// The folder for songs and sound files that a session without a file is given; nil for none.
  public var filesFolder: String?
  /// The folder for crash bundles; nil to write none.
  public var bundleFolder: String?
  /// Whether nothing is started: every extension's place is kept, so that a session that ends its
  /// host can be edited.
  public var isSafe = false
  /// Whether an extension that is not there, or does not start, keeps the session from being played;
  /// otherwise it keeps its place, silent or dry.
  public var needsAll = false
  /// Components under development that replace installed ones, by code.
  public var substitutes: [ComponentCode: Component] = [:]
  /// Songs that were read already, by the paths that the session names: a pipe gives its bytes once.
  public var songs: [String: Song] = [:]
  /// Where the session is kept from one second to the next; nil for nowhere.
  public var vault: SessionVault?
  /// The version of the program, for people.
  public var hostVersion = ""
  /// Milliseconds for which an edit may wait to be heard; 0 where the caller renders the cycles.
  public var effectPatience: UInt64 = 2000
  /// Milliseconds between two looks for extensions that are missing.
  public var lookInterval: UInt64 = 1000
  /// Called on a control thread with every fault.
  public var onFault: @Sendable (FaultReport) -> Void = { _ in }
  /// Called on a control thread with every crash bundle, or the reason why there is none.
  public var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void = { _ in }

  /// Creates the default options.
  public init(registry: Registry) { self.registry = registry }
}
