/// A function block of an endpoint with its name.
public struct UMPFunctionBlock: Sendable, Hashable {
  /// The description of the block.
  public var info: FunctionBlockInfo

  /// The block's name; empty if it has none.
  public var name: String

  /// Creates a function block.
  ///
  /// Thread: any.
  public init(_ info: FunctionBlockInfo, name: String = "") {
    self.info = info
    self.name = name
  }
}
