public import TenutoComponents
public import TenutoCore
public import TenutoMIDI
public import TenutoProcess
public import TenutoSupervision
public import TenutoSystem

/// Options for finding, starting and supervising the extensions of a running session.
public struct SessionOptions: Sendable {
  /// Where they are found; looked through again while one is missing.
  public var registry: Registry
  /// What they may do.
  public var sandbox = SandboxPolicy.standard
  /// How they are looked after; a node's own wish for a spare comes before.
  public var supervision = SupervisionPolicy()
  /// Where the user's presets are; nil for none.
  public var userPresets: UserPresets?
  /// Where crash bundles go; nil for none.
  public var bundleFolder: String?
  /// Whether nothing is started: every extension's place is kept, so that a session that ends its
  /// host can be edited.
  public var isSafe = false
  /// Whether an extension that is not there, or does not start, keeps the session from being played;
  /// otherwise it keeps its place, silent or dry.
  public var needsAll = false
  /// What plays in place of what is installed, by codes: a component that is being written.
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
  /// Hears of every fault, on a control thread.
  public var onFault: @Sendable (FaultReport) -> Void = { _ in }
  /// Called on a control thread with every crash bundle, or the reason why there is none.
  public var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void = { _ in }

  /// The usual ones.
  public init(registry: Registry) { self.registry = registry }
}
