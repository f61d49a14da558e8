internal import Glibc

/// The spectra of each segment of audio, as columns of a picture (short-time Fourier transform with
/// a Hann window).
///
/// A segment longer than half a window has several spectra, of which the maximum is kept, so that
/// short sounds remain visible. Memory depends on the picture, not on the length of the audio.
struct SpectrumMap {
  let channelCount: Int
  /// Number of segments: the requested number, but at most one per frame.
  let count: Int
  let rows: FrequencyRows
  private let frameCount: Int
  private let size: Int
  /// Number of spectra per segment.
  private let spectraPerSegment: Int
  private let window: [Float]
  private let bins: [RowBins]
  private var fft: RealFFT
  /// Powers, `[segment][channel][row]`; a full-scale sine is 1.
  private var powers: [Float]
  /// Frames for the next windows, `[channel][frame]`, from frame `start` on.
  private var kept: [[Float]]
  private var start: Int
  private var received = 0
  private var next = 0
  private var scratch: [Float]
  private var spectrum: [Float]

  /// Starts with the first of `frameCount` frames; a window has `size` frames, a power of two.
  init(channelCount: Int, frameCount: Int, limit: Int, size: Int, rows: FrequencyRows) {
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.size = size
    self.rows = rows
    count = min(max(0, limit), max(0, frameCount))
    let segment = Double(frameCount) / Double(max(1, count))
    spectraPerSegment = max(1, Int((segment / Double(size / 2)).rounded(.up)))
    let raw = (0..<size).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(size)) }
    // Doubled, because half of a sine's power is at the negative frequency.
    let gain = 2 / raw.reduce(0, +)
    window = raw.map { Float($0 * gain) }
    bins = RowBins.all(rows, size: size)
    fft = RealFFT(size: size)
    powers = [Float](repeating: 0, count: count * channelCount * rows.count)
    // Silence precedes the first frame.
    kept = [[Float]](repeating: [Float](repeating: 0, count: size / 2), count: channelCount)
    start = -size / 2
    scratch = [Float](repeating: 0, count: size)
    spectrum = [Float](repeating: 0, count: size / 2 + 1)
  }

  /// The power at a row of a segment.
  subscript(channel: Int, index: Int, row: Int) -> Float {
    powers[(index * channelCount + channel) * rows.count + row]
  }
}

// MARK: - Analysis

extension SpectrumMap {
  /// Adds the next frames, interleaved.
  mutating func add(_ samples: ArraySlice<Float>) {
    for channel in 0..<channelCount {
      kept[channel].append(
        contentsOf: stride(
          from: samples.startIndex + channel, to: samples.endIndex, by: channelCount
        )
        .lazy.map { samples[$0].isFinite ? samples[$0] : 0 })
    }
    received += samples.count / channelCount
    analyze(until: received)
  }

  /// Ends with silence after the last frame.
  mutating func finish() {
    let end = received
    for channel in 0..<channelCount {
      kept[channel].append(contentsOf: repeatElement(0, count: size / 2))
    }
    analyze(until: end + size / 2)
  }

  /// The centre of the next window; nil after the last one.
  private var center: Int? {
    guard count > 0, next / spectraPerSegment < count else { return nil }
    let step = Double(frameCount) / (Double(count) * Double(spectraPerSegment))
    return Int((Double(next) + 0.5) * step)
  }

  /// Analyzes the windows that end before a frame, and drops frames that are no longer needed.
  private mutating func analyze(until end: Int) {
    while let center, center < received, center + size / 2 <= end {
      for channel in 0..<channelCount { analyze(channel, at: center - size / 2 - start) }
      next += 1
    }
    let needed = (center ?? end) - size / 2 - start
    let surplus = min(needed, kept[0].count)
    // Frames are rarely moved, because moving copies all that follow.
    guard surplus > size else { return }
    for channel in 0..<channelCount { kept[channel].removeFirst(surplus) }
    start += surplus
  }

  private mutating func analyze(_ channel: Int, at offset: Int) {
    for index in 0..<size { scratch[index] = kept[channel][offset + index] * window[index] }
    fft.transform(scratch, into: &spectrum)
    let base = (next / spectraPerSegment * channelCount + channel) * rows.count
    for row in 0..<rows.count {
      powers[base + row] = max(powers[base + row], bins[row].power(in: spectrum))
    }
  }
}
