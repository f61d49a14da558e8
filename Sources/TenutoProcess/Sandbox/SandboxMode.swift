/// How strictly an extension's sandbox is required.
public enum SandboxMode: String, Sendable, CaseIterable {
  /// Nothing is started without the layers of `SandboxLayers.required`.
  case required
  /// What this machine offers; what it lacks is said.
  case bestEffort = "best-effort"
  /// The extension may do what the user may: for debugging, and for extensions one has written.
  case off
}
