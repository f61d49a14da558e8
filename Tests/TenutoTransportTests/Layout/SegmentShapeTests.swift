import TenutoTransport
import Testing

struct SegmentShapeTests {
  @Test(arguments: [1, 2, 15, 16, 17, 64, 100, 1023, 1024, 65536], [0, 1, 2, 3, 64, 256])
  func channelsStartOnCacheLinesAndTheObjectIsWholePages(frames: Int, channels: Int) throws {
    let shape = try #require(
      SegmentShape(headerBytes: 128, channelCount: channels, frameCapacity: frames))
    #expect(shape.channelStride % 64 == 0)
    #expect(shape.channelStride >= frames * 4)
    #expect(shape.channelStride < frames * 4 + 64)
    #expect(shape.byteCount % 4096 == 0)
    #expect(shape.byteCount >= 128 + channels * shape.channelStride)
    #expect(shape.byteCount < 128 + channels * shape.channelStride + 4096)
  }

  @Test(arguments: [
    (0, 1, 1), (63, 1, 1), (65, 1, 1), (-64, 1, 1), (4160, 1, 1), (64, -1, 1), (64, 257, 1),
    (64, .max, 1), (64, 1, 0), (64, 1, -1), (64, 1, 65537), (64, 1, .max),
  ])
  func numbersOutOfRangeHaveNoShape(header: Int, channels: Int, frames: Int) {
    #expect(
      SegmentShape(headerBytes: header, channelCount: channels, frameCapacity: frames) == nil)
  }
}
