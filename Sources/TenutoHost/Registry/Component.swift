public import TenutoCore

/// A component that is installed, and where.
public struct Component: Sendable, Equatable {
  /// What its manifest says of it.
  public let description: ComponentDescription
  /// The executable that holds it.
  public let executablePath: String
  /// The bundle, a folder `NAME.tenuto`.
  public let bundlePath: String

  /// Its three codes.
  public var code: ComponentCode { description.code }
}
