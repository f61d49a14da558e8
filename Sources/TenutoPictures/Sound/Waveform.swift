internal import Glibc
public import TenutoRender
public import TenutoSystem

/// Draws the envelope of a sound: lowest to highest sample, and the mean level, over time.
public struct Waveform: Sendable {
  /// How a level becomes a height.
  public enum Scale: Sendable, Equatable {
    /// In proportion to the sample.
    case linear
    /// In decibels, from the middle outwards; `floor`, below 0 dB, lies in the middle.
    case decibels(floor: Float)
  }

  /// Pixels from left to right.
  public var width = 1200
  /// Pixels from top to bottom; many channels make the picture higher.
  public var height = 400
  /// How a level becomes a height.
  public var scale = Scale.linear

  /// Settings as above.
  public init() {}

  /// Draws a sound file of any length; a channel is above the next.
  ///
  /// - Throws: Why the file cannot be read, or `formatOutOfRange` for an impossible size.
  public func picture(of file: SoundFileReader) throws(HostError) -> Picture {
    let layout = try PlotLayout(width: width, height: height, channelCount: file.channelCount)
    var envelope = Envelope(
      channelCount: file.channelCount, frameCount: file.frameCount,
      limit: layout.tracks.first?.width ?? 0)
    try file.forEachBlock { envelope.add($0) }
    return try draw(
      envelope, layout, seconds: Double(file.frameCount) / Double(file.sampleRate))
  }

  /// Draws an envelope; each column is a stretch, or more of them the same one.
  func draw(
    _ envelope: Envelope, _ layout: PlotLayout, seconds: Double
  ) throws(HostError) -> Picture {
    var picture = try Picture(width: layout.width, height: layout.height)
    for (channel, track) in layout.tracks.enumerated() {
      picture.fill(x: track.x, y: track.y, width: track.width, height: track.height, .track)
      let middle = row(of: 0, in: track)
      picture.fill(x: track.x, y: middle, width: track.width, height: 1, .grid)
      for column in 0..<(envelope.count > 0 ? track.width : 0) {
        let stretch = envelope[channel, column * envelope.count / track.width]
        draw(stretch, x: track.x + column, track, &picture)
      }
      picture.drawMarks(track, marks(track))
    }
    picture.drawTimes(layout, seconds: seconds)
    return picture
  }

  private func draw(
    _ stretch: Envelope.Stretch, x: Int, _ track: PlotTrack, _ picture: inout Picture
  ) {
    // Silence leaves the middle line.
    guard !stretch.isEmpty, stretch.lowest != 0 || stretch.highest != 0 else { return }
    let (upper, lower) = (row(of: stretch.highest, in: track), row(of: stretch.lowest, in: track))
    picture.fill(x: x, y: upper, width: 1, height: lower - upper + 1, .peak)
    let first = max(upper, row(of: stretch.rms, in: track))
    let last = min(lower, row(of: -stretch.rms, in: track))
    if first <= last { picture.fill(x: x, y: first, width: 1, height: last - first + 1, .mean) }
    if stretch.highest > 1 { picture.fill(x: x, y: track.y, width: 1, height: 2, .clipped) }
    if stretch.lowest < -1 {
      picture.fill(x: x, y: track.y + track.height - 2, width: 1, height: 2, .clipped)
    }
  }

  private func marks(_ track: PlotTrack) -> [(row: Int, text: String)] {
    labels.flatMap { label in
      [label.level, -label.level].map {
        let text = scale == .linear && $0 < 0 ? "-\(label.text)" : label.text
        return (row(of: $0, in: track) - track.y, text)
      }
    }
  }

  /// Levels that get a mark, the most important first.
  private var labels: [(level: Float, text: String)] {
    switch scale {
    case .linear: return [(0, "0"), (1, "1"), (0.5, "0.5")]
    case .decibels(let floor):
      let decibels: [Float] = [0, -6, -12, -24, -48]
      let middle: (Float, String) = (0, "\(Int(max(-999, floor)))")
      return [middle]
        + decibels.filter { $0 > floor }.map {
          (pow(10, $0 / 20), $0 == 0 ? "0 dB" : "\(Int($0))")
        }
    }
  }

  /// The row of a picture for a sample; beyond the full scale it is the outermost.
  func row(of sample: Float, in track: PlotTrack) -> Int {
    let place = min(max((1 - deflection(of: sample)) / 2, 0), 1)
    return track.y + Int((place * Float(track.height - 1)).rounded())
  }

  /// How far from the middle a sample is drawn, -1...1.
  private func deflection(of sample: Float) -> Float {
    guard case .decibels(let floor) = scale else { return sample }
    guard sample != 0, floor < 0 else { return 0 }
    let size = max(0, 1 - 20 * log10(abs(sample)) / floor)
    return sample < 0 ? -size : size
  }
}
