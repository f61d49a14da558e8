/// The lowest, the highest and the mean level of each stretch of a sound.
///
/// Its memory depends on the count of stretches, not on the length of the sound.
struct Envelope: Equatable {
  /// What a stretch of one channel holds.
  struct Stretch: Equatable {
    var lowest = Float.infinity
    var highest = -Float.infinity
    private var sumOfSquares = 0.0
    private var count = 0

    mutating func add(_ sample: Float) {
      // What is no number is no sound.
      let sample = sample.isFinite ? sample : 0
      lowest = min(lowest, sample)
      highest = max(highest, sample)
      sumOfSquares += Double(sample) * Double(sample)
      count += 1
    }

    /// Nothing was added: the file is shorter than it says.
    var isEmpty: Bool { count == 0 }

    /// The root of the mean square.
    var rms: Float { isEmpty ? 0 : Float((sumOfSquares / Double(count)).squareRoot()) }
  }

  let channelCount: Int
  /// Stretches of each channel: as many as asked for, but no more than frames.
  let count: Int
  private let frameCount: Int
  private var stretches: [Stretch]
  private var index = 0
  private var frame = 0
  private var end = 0

  /// Begins with the first of `frameCount` frames.
  init(channelCount: Int, frameCount: Int, limit: Int) {
    self.channelCount = channelCount
    self.frameCount = frameCount
    count = min(max(0, limit), max(0, frameCount))
    stretches = [Stretch](repeating: Stretch(), count: count * channelCount)
    end = firstFrame(of: 1)
  }

  /// Adds the next frames, interleaved; those beyond the stated length are left out.
  mutating func add(_ samples: ArraySlice<Float>) {
    var position = samples.startIndex
    while position + channelCount <= samples.endIndex, frame < frameCount {
      while frame >= end {
        index += 1
        end = firstFrame(of: index + 1)
      }
      for channel in 0..<channelCount {
        stretches[index * channelCount + channel].add(samples[position + channel])
      }
      position += channelCount
      frame += 1
    }
  }

  subscript(channel: Int, index: Int) -> Stretch { stretches[index * channelCount + channel] }

  /// The first frame of a stretch; with more frames than stretches no stretch is empty.
  private func firstFrame(of index: Int) -> Int {
    guard count > 0 else { return 0 }
    let product = frameCount.multipliedFullWidth(by: index)
    return index >= count ? frameCount : count.dividingFullWidth(product).quotient
  }
}
