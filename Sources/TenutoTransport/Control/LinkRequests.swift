internal import CTenuto

/// Lets an allocated extension read another one's output, so that the host can hand a chain on.
///
/// One descriptor travels with it: the other extension's output segment, opened read-only.
package struct LinkRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.link
  package typealias Response = Nothing

  /// Frames that each channel of the other extension holds.
  package let frameCapacity: Int
  /// Output channels of the other extension.
  package let channelCount: Int
  /// For each input channel, the other extension's output channel that feeds it, or nil for
  /// silence.
  package let sources: [Int?]

  package init(frameCapacity: Int, channelCount: Int, sources: [Int?]) {
    self.frameCapacity = frameCapacity
    self.channelCount = channelCount
    self.sources = sources
  }

  package init(from reader: inout WireReader) throws(WireError) {
    let frameCapacity = Int(try reader.read(UInt32.self))
    let channelCount = Int(try reader.read(UInt32.self))
    let count = Int(try reader.read(UInt16.self))
    guard (1...SegmentShape.maximumFrameCapacity).contains(frameCapacity),
      (0...SegmentShape.maximumChannelCount).contains(channelCount),
      count <= SegmentShape.maximumChannelCount
    else { throw .invalidValue }
    var sources: [Int?] = []
    for _ in 0..<count {
      let source = Int(try reader.read(UInt16.self))
      guard source < channelCount || source == Int(TENUTO_NO_CHANNEL) else {
        throw .invalidValue
      }
      sources.append(source < channelCount ? source : nil)
    }
    self.init(frameCapacity: frameCapacity, channelCount: channelCount, sources: sources)
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(UInt32(frameCapacity))
    writer.write(UInt32(channelCount))
    writer.write(UInt16(sources.count))
    for source in sources { writer.write(UInt16(source ?? Int(TENUTO_NO_CHANNEL))) }
  }
}

/// Ends a link; the extension unmaps the other's memory before it answers.
package struct UnlinkRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.unlink
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}
