public import TenutoCore

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
