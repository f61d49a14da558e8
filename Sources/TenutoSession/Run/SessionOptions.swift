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
  /// Whether only nodes with a shadow survive the end of their extension, and others end permanently.
  public var hasShadowsOnly = false
  /// The user's presets; nil for none.
  public var userPresets: UserPresets?
  /// The folder for songs and sound files that a session without a file is given; nil for none.
  public var filesFolder: String?
  /// The folder for crash bundles; nil to write none.
  public var bundleFolder: String?
  /// Whether no extension is started: each gets a placeholder, so that a session that crashes its
  /// host can be edited.
  public var isSafe = false
  /// Whether a missing extension, or one that does not start, prevents the session from playing;
  /// otherwise it gets a placeholder, silent or dry.
  public var needsAll = false
  /// Components under development that replace installed ones, by code.
  public var substitutes: [ComponentCode: Component] = [:]
  /// Songs that were already read, by their paths in the session: a pipe can be read only once.
  public var songs: [String: Song] = [:]
  /// The store that saves the session every second, or nil.
  public var vault: SessionVault?
  /// The version of the program, for display.
  public var hostVersion = ""
  /// Milliseconds that an edit may wait to be heard; 0 if the caller renders the cycles.
  public var effectTimeout: UInt64 = 2000
  /// Milliseconds between two searches for missing extensions.
  public var lookInterval: UInt64 = 1000
  /// Called on a control thread with every fault.
  public var onFault: @Sendable (FaultReport) -> Void = { _ in }
  /// Called on a control thread with every crash bundle, or the reason why there is none.
  public var onBundle: @Sendable (Result<FaultReport, HostError>) -> Void = { _ in }

  /// Creates the default options.
  public init(registry: Registry) { self.registry = registry }
}
