/// The lowest, the highest and the mean level of each segment of audio.
///
/// Memory depends on the number of segments, not on the length of the audio.
struct Envelope: Equatable {
  /// The levels of a segment of one channel.
  struct Segment: Equatable {
    var lowest = Float.infinity
    var highest = -Float.infinity
    private var sumOfSquares = 0.0
    private var count = 0

    mutating func add(_ sample: Float) {
      // NaN and infinite samples count as silence.
      let sample = sample.isFinite ? sample : 0
      lowest = min(lowest, sample)
      highest = max(highest, sample)
      sumOfSquares += Double(sample) * Double(sample)
      count += 1
    }

    /// Whether no sample was added: the file is shorter than its header says.
    var isEmpty: Bool { count == 0 }

    /// The root mean square.
    var rms: Float { isEmpty ? 0 : Float((sumOfSquares / Double(count)).squareRoot()) }
  }

  let channelCount: Int
  /// Number of segments per channel: the requested number, but at most one per frame.
  let count: Int
  private let frameCount: Int
  private var segments: [Segment]
  private var index = 0
  private var frame = 0
  private var end = 0

  /// Starts with the first of `frameCount` frames.
  init(channelCount: Int, frameCount: Int, limit: Int) {
    self.channelCount = channelCount
    self.frameCount = frameCount
    count = min(max(0, limit), max(0, frameCount))
    segments = [Segment](repeating: Segment(), count: count * channelCount)
    end = firstFrame(of: 1)
  }

  /// Adds the next frames, interleaved; frames beyond the stated length are ignored.
  mutating func add(_ samples: ArraySlice<Float>) {
    var position = samples.startIndex
    while position + channelCount <= samples.endIndex, frame < frameCount {
      while frame >= end {
        index += 1
        end = firstFrame(of: index + 1)
      }
      for channel in 0..<channelCount {
        segments[index * channelCount + channel].add(samples[position + channel])
      }
      position += channelCount
      frame += 1
    }
  }

  subscript(channel: Int, index: Int) -> Segment { segments[index * channelCount + channel] }

  /// Returns the first frame of a segment; with enough frames no segment is empty.
  private func firstFrame(of index: Int) -> Int {
    guard count > 0 else { return 0 }
    let product = frameCount.multipliedFullWidth(by: index)
    return index >= count ? frameCount : count.dividingFullWidth(product).quotient
  }
}
