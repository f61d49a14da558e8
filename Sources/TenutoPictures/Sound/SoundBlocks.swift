internal import TenutoRender
internal import TenutoSystem

extension SoundFileReader {
  /// Reads the file in blocks of whole frames, interleaved, up to its end or its stated length.
  func forEachBlock(_ body: (ArraySlice<Float>) -> Void) throws(HostError) {
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    var rest = frameCount
    while rest > 0 {
      var span = block.mutableSpan
      let count = min(rest, try read(interleaved: &span))
      if count == 0 { return }
      body(block[..<(count * channelCount)])
      rest -= count
    }
  }
}
