internal import CTenuto

/// The format that an instance is allocated for.
public struct RenderFormat: Equatable, Sendable {
  /// Frames per second, in Hz, `8000...768000`.
  public var sampleRate: Double
  /// The most frames of one call to the kernel, `1...65536`.
  public var maximumFrameCount: Int
  /// The most frames of one cycle; more than `maximumFrameCount` if a cycle is a burst of calls.
  public var frameCapacity: Int
  /// Audio channels of all inputs together.
  public var inputChannelCount: Int
  /// Audio channels of all outputs together.
  public var outputChannelCount: Int
  /// The instance's depth in the graph, which selects the word that it sleeps on.
  public var depth: Int
  /// The instance's slot in its engine, with which the host announces that it sleeps on the
  /// instance.
  public var slot: Int

  /// Creates a format; its ranges are checked when it is used.
  public init(
    sampleRate: Double, maximumFrameCount: Int, frameCapacity: Int, inputChannelCount: Int,
    outputChannelCount: Int, depth: Int, slot: Int
  ) {
    self.sampleRate = sampleRate
    self.maximumFrameCount = maximumFrameCount
    self.frameCapacity = frameCapacity
    self.inputChannelCount = inputChannelCount
    self.outputChannelCount = outputChannelCount
    self.depth = depth
    self.slot = slot
  }

  /// Whether every number is in its range.
  public var isValid: Bool {
    (8000...768_000).contains(sampleRate) && (1...65536).contains(maximumFrameCount)
      && (maximumFrameCount...65536).contains(frameCapacity)
      && (0...SegmentShape.maximumChannelCount).contains(inputChannelCount)
      && (0...SegmentShape.maximumChannelCount).contains(outputChannelCount)
      && (0..<Int(TENUTO_MAXIMUM_DEPTHS)).contains(depth) && (0..<65536).contains(slot)
  }
}

extension RenderFormat: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    sampleRate = try reader.readDouble()
    maximumFrameCount = Int(try reader.read(UInt32.self))
    frameCapacity = Int(try reader.read(UInt32.self))
    inputChannelCount = Int(try reader.read(UInt32.self))
    outputChannelCount = Int(try reader.read(UInt32.self))
    depth = Int(try reader.read(UInt32.self))
    slot = Int(try reader.read(UInt32.self))
    guard isValid else { throw .invalidValue }
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(sampleRate)
    for number in [
      maximumFrameCount, frameCapacity, inputChannelCount, outputChannelCount, depth, slot,
    ] {
      writer.write(UInt32(number))
    }
  }
}
