/// The sample rate, frame count, bus layout and unit of a new kernel.
public struct KernelSetup {
  /// Frames per second, in Hz.
  public let sampleRate: Double
  /// The most frames that one call of `render` asks for.
  public let maximumFrameCount: Int
  /// The audio channels of each bus; 0 for an omitted bus.
  public let layout: BusLayout
  /// The unit of the kernel, if the component has one.
  public let unit: (any AudioUnit)?

  /// Creates a setup from its parts.
  public init(
    sampleRate: Double, maximumFrameCount: Int, layout: BusLayout, unit: (any AudioUnit)? = nil
  ) {
    self.sampleRate = sampleRate
    self.maximumFrameCount = maximumFrameCount
    self.layout = layout
    self.unit = unit
  }

  /// The channels of an input bus among all channels of `RenderCycle.input`.
  public func inputChannels(ofBus bus: Int) -> Range<Int> { Self.channels(layout.inputs, bus) }

  /// The channels of an output bus among all channels of `RenderCycle.output`.
  public func outputChannels(ofBus bus: Int) -> Range<Int> { Self.channels(layout.outputs, bus) }

  private static func channels(_ counts: [Int], _ bus: Int) -> Range<Int> {
    let start = counts[..<bus].reduce(0, +)
    return start..<start + counts[bus]
  }
}
