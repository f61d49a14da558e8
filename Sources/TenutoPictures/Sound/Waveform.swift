internal import Glibc
public import TenutoRender
public import TenutoSystem

/// Draws the envelope of audio: the lowest and highest sample, and the mean level, over time.
public struct Waveform: Sendable {
  /// The vertical scale.
  public enum Scale: Sendable, Equatable {
    /// Proportional to the sample.
    case linear
    /// In decibels, from the middle outwards; `floor`, below 0 dB, is in the middle.
    case decibels(floor: Float)
  }

  /// Width in pixels.
  public var width = 1200
  /// Height in pixels; many channels increase it.
  public var height = 400
  /// The vertical scale.
  public var scale = Scale.linear

  /// Creates default settings.
  public init() {}

  /// Draws a sound file of any length, with one channel above the next.
  ///
  /// - Throws: An error if the file cannot be read, or `formatOutOfRange` for an impossible size.
  public func picture(of file: SoundFileReader) throws(HostError) -> Picture {
    let layout = try PlotLayout(width: width, height: height, channelCount: file.channelCount)
    var envelope = Envelope(
      channelCount: file.channelCount, frameCount: file.frameCount,
      limit: layout.tracks.first?.width ?? 0)
    try file.forEachBlock { envelope.add($0) }
    return try draw(
      envelope, layout, seconds: Double(file.frameCount) / Double(file.sampleRate))
  }

  /// Draws an envelope; each column is a segment, and several columns may share one.
  func draw(
    _ envelope: Envelope, _ layout: PlotLayout, seconds: Double
  ) throws(HostError) -> Picture {
    var picture = try Picture(width: layout.width, height: layout.height)
    for (channel, track) in layout.tracks.enumerated() {
      picture.fill(x: track.x, y: track.y, width: track.width, height: track.height, .track)
      let middle = row(of: 0, in: track)
      picture.fill(x: track.x, y: middle, width: track.width, height: 1, .grid)
      for column in 0..<(envelope.count > 0 ? track.width : 0) {
        let segment = envelope[channel, column * envelope.count / track.width]
        draw(segment, x: track.x + column, track, &picture)
      }
      picture.drawMarks(track, marks(track))
    }
    picture.drawTimes(layout, seconds: seconds)
    return picture
  }

  private func draw(
    _ segment: Envelope.Segment, x: Int, _ track: PlotTrack, _ picture: inout Picture
  ) {
    // Silence shows only the middle line.
    guard !segment.isEmpty, segment.lowest != 0 || segment.highest != 0 else { return }
    let (upper, lower) = (row(of: segment.highest, in: track), row(of: segment.lowest, in: track))
    picture.fill(x: x, y: upper, width: 1, height: lower - upper + 1, .peak)
    let first = max(upper, row(of: segment.rms, in: track))
    let last = min(lower, row(of: -segment.rms, in: track))
    if first <= last { picture.fill(x: x, y: first, width: 1, height: last - first + 1, .mean) }
    if segment.highest > 1 { picture.fill(x: x, y: track.y, width: 1, height: 2, .clipped) }
    if segment.lowest < -1 {
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

  /// Levels with a mark, the most important first.
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

  /// Returns the row of a sample; samples above full scale are at the edge.
  func row(of sample: Float, in track: PlotTrack) -> Int {
    let place = min(max((1 - deflection(of: sample)) / 2, 0), 1)
    return track.y + Int((place * Float(track.height - 1)).rounded())
  }

  /// Returns the deflection of a sample from the middle, -1...1.
  private func deflection(of sample: Float) -> Float {
    guard case .decibels(let floor) = scale else { return sample }
    guard sample != 0, floor < 0 else { return 0 }
    let size = max(0, 1 - 20 * log10(abs(sample)) / floor)
    return sample < 0 ? -size : size
  }
}
