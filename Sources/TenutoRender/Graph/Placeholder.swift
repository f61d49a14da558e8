public import TenutoCore

/// A placeholder for a missing extension: it passes its input if channels match, or else is silent.
public struct Placeholder: Sendable, Equatable {
  /// The name of the node.
  public var name: String
  /// The code of the missing component.
  public var code: ComponentCode
  /// The audio channels of its busses, according to its connections.
  public var layout: BusLayout

  /// Creates a placeholder for `code`.
  public init(_ code: ComponentCode, name: String, layout: BusLayout) {
    self.code = code
    self.name = name
    self.layout = layout
  }
}
