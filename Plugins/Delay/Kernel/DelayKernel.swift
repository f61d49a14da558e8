public import TenutoExtension

/// Placeholder.
public struct DelayKernel: ~Copyable, Kernel {
  /// Placeholder.
  public static let component = ComponentDescription(
    "aufx dely Tnto", name: "Delay", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo])
  /// Placeholder.
  public init(_ setup: KernelSetup) {}
  /// Placeholder.
  @_noLocks public mutating func handle(_ event: Event) {}
  /// Placeholder.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    var block = InlineArray<32, Float>(repeating: 0)
    Self.read(&block, cycle.input)
    var output = cycle.output.stereo()
    output.left[0] = block[0]
  }
  @_noLocks static func read(_ block: inout InlineArray<32, Float>, _ input: borrowing AudioBlock) {
    for i in 0..<32 { block[i] = input[0, i] }
  }
}
