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
