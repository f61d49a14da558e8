internal import Glibc
public import TenutoRender
public import TenutoSystem

/// Draws the frequencies of audio over time, with colors for the level.
public struct Spectrogram: Sendable {
  /// Width in pixels.
  public var width = 1200
  /// Height in pixels; many channels increase it.
  public var height = 500
  /// Frames of a window, a power of two from 64 to 65536.
  public var windowSize = 2048
  /// Whether octaves have equal heights, from 20 Hz up.
  public var isLogarithmic = true
  /// The levels in dB of the first and the last color; a full-scale sine is 0 dB.
  public var levels: ClosedRange<Float> = -100...0
  /// The colors.
  public var colors = ColorMap.magma

  /// Creates default settings.
  public init() {}

  /// Width in pixels of the color axis at the right.
  static let right = 60

  /// Draws a sound file of any length, with one channel above the next.
  ///
  /// - Throws: An error if the file cannot be read, or `formatOutOfRange` for an impossible size.
  public func picture(of file: SoundFileReader) throws(HostError) -> Picture {
    try checkWindow()
    let layout = try PlotLayout(
      width: width, height: height, channelCount: file.channelCount, right: Self.right)
    var map = SpectrumMap(
      channelCount: file.channelCount, frameCount: file.frameCount,
      limit: layout.tracks.first?.width ?? 0, size: windowSize,
      rows: FrequencyRows(
        count: layout.tracks.first?.height ?? 1, sampleRate: Double(file.sampleRate),
        isLogarithmic: isLogarithmic))
    try file.forEachBlock { map.add($0) }
    map.finish()
    return try draw(map, layout, seconds: Double(file.frameCount) / Double(file.sampleRate))
  }

  private func checkWindow() throws(HostError) {
    let isPower = windowSize.nonzeroBitCount == 1
    guard isPower, (64...65536).contains(windowSize) else {
      throw HostError(
        .formatOutOfRange,
        "A window cannot have \(windowSize) frames; choose a power of two from 64 to 65536.")
    }
  }

  func draw(_ map: SpectrumMap, _ layout: PlotLayout, seconds: Double) throws(HostError) -> Picture
  {
    var picture = try Picture(width: layout.width, height: layout.height)
    let table = colors.table
    for (channel, track) in layout.tracks.enumerated() {
      picture.fill(x: track.x, y: track.y, width: track.width, height: track.height, table[0])
      for column in 0..<(map.count > 0 ? track.width : 0) {
        let segment = column * map.count / track.width
        for row in 0..<track.height {
          picture[track.x + column, track.y + row] =
            table[index(of: map[channel, segment, row])]
        }
      }
      picture.drawMarks(track, map.rows.marks)
    }
    picture.drawTimes(layout, seconds: seconds)
    drawLevels(layout, table, &picture)
    return picture
  }

  /// Returns the index of the color for a power.
  func index(of power: Float) -> Int {
    let length = levels.upperBound - levels.lowerBound
    guard power > 0, length > 0 else { return 0 }
    let place = (10 * log10(power) - levels.lowerBound) / length
    return Int((min(max(place, 0), 1) * 255).rounded())
  }

  /// Draws the color axis at the right of all tracks.
  private func drawLevels(_ layout: PlotLayout, _ table: [Color], _ picture: inout Picture) {
    let height = layout.floor - PlotLayout.top
    let x = layout.width - Self.right + 12
    for row in 0..<height {
      let index = 255 - row * 255 / max(1, height - 1)
      picture.fill(x: x, y: PlotLayout.top + row, width: 8, height: 1, table[index])
    }
    let range = Double(levels.lowerBound)...Double(levels.upperBound)
    let ticks = Ticks.linear(range, limit: max(1, height / 24))
    for value in ticks.values {
      let place = (range.upperBound - value) / (range.upperBound - range.lowerBound)
      let y = PlotLayout.top + Int(place * Double(height - 1)) - BitmapFont.height / 2
      let unit = value == ticks.values.last ? " dB" : ""
      picture.draw(AxisText.number(value, step: ticks.step) + unit, x: x + 11, y: max(0, y))
    }
  }
}
