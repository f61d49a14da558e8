internal import TenutoSystem

/// The rectangle of a picture for one channel.
struct PlotTrack: Equatable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

/// The layout of the channels and axes in a picture of audio.
struct PlotLayout: Equatable {
  let width: Int
  /// At least the requested height; more if the channels need it.
  let height: Int
  let tracks: [PlotTrack]

  static let left = 40
  static let top = 8
  static let bottom = 22
  private static let gap = 4
  private static let leastTrack = 8
  private static let leastPlot = 16

  /// Stacks the channels.
  ///
  /// - Throws: `formatOutOfRange` if there is no room.
  init(width: Int, height: Int, channelCount: Int, right: Int = 12) throws(HostError) {
    let plotWidth = width - Self.left - right
    let leastHeight = Self.top + Self.bottom + Self.leastPlot
    guard plotWidth >= Self.leastPlot, height >= leastHeight else {
      throw HostError(
        .formatOutOfRange,
        """
        A picture of sound cannot have \(width) x \(height) pixels; choose at least \
        \(Self.left + right + Self.leastPlot) x \(leastHeight).
        """)
    }
    let gaps = Self.gap * max(0, channelCount - 1)
    let space = height - Self.top - Self.bottom - gaps
    let trackHeight = max(Self.leastTrack, space / max(1, channelCount))
    tracks = (0..<channelCount).map {
      PlotTrack(
        x: Self.left, y: Self.top + $0 * (trackHeight + Self.gap), width: plotWidth,
        height: trackHeight)
    }
    self.width = width
    self.height = max(height, Self.top + channelCount * trackHeight + gaps + Self.bottom)
  }

  /// The first row below all tracks.
  var floor: Int { tracks.last.map { $0.y + $0.height } ?? Self.top }
}

// MARK: - Axes

extension Picture {
  /// Draws the time axis below the tracks.
  mutating func drawTimes(_ layout: PlotLayout, seconds: Double) {
    guard let track = layout.tracks.first, seconds > 0 else { return }
    let ticks = Ticks.linear(0...seconds, limit: max(1, track.width / 60))
    var free = 0
    for value in ticks.values {
      let x = track.x + min(track.width - 1, Int(value / seconds * Double(track.width)))
      fill(x: x, y: layout.floor, width: 1, height: 4, .ink)
      var text = AxisText.time(value, step: ticks.step, isLong: seconds > 120)
      if value == 0 { text += " s" }
      let width = BitmapFont.width(of: text)
      let left = min(max(x - width / 2, 0), self.width - width)
      guard left >= free else { continue }
      draw(text, x: left, y: layout.floor + 7)
      free = left + width + BitmapFont.advance
    }
  }

  /// Draws marks at the left of a track, each with a row counted from the top and a text.
  ///
  /// Marks that would touch an earlier one are omitted; the first is the most important.
  mutating func drawMarks(_ track: PlotTrack, _ marks: [(row: Int, text: String)]) {
    var taken: [Int] = []
    for mark in marks {
      // Marks stay inside the track, because the next track may have marks at its edge.
      let lowest = max(0, track.height - BitmapFont.height)
      let y = track.y + min(max(mark.row - BitmapFont.height / 2, 0), lowest)
      guard taken.allSatisfy({ abs($0 - y) > BitmapFont.height + 1 }) else { continue }
      taken.append(y)
      fill(x: track.x - 4, y: track.y + mark.row, width: 4, height: 1, .ink)
      draw(mark.text, x: track.x - 6 - BitmapFont.width(of: mark.text), y: y)
    }
  }
}
