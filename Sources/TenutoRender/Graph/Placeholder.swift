public import TenutoCore

/// The place of an extension that is not there: silent, or dry where it has as many channels in.
public struct Placeholder: Sendable, Equatable {
  /// What it is called.
  public var name: String
  /// Which component is missing.
  public var code: ComponentCode
  /// The audio channels of its busses, as its connections need them.
  public var layout: BusLayout

  /// Keeps the place of `code`.
  public init(_ code: ComponentCode, name: String, layout: BusLayout) {
    self.code = code
    self.name = name
    self.layout = layout
  }
}
