internal import Glibc

/// Maps the rows of a spectrogram to frequencies, the highest at the top.
struct FrequencyRows: Equatable {
  let count: Int
  /// Half of the sample rate, in Hz.
  let highest: Double
  /// The lowest frequency in Hz; 0 on a linear axis.
  let lowest: Double

  /// Creates an axis from 20 Hz, or from 0 if it is linear or the sample rate is too low.
  init(count: Int, sampleRate: Double, isLogarithmic: Bool) {
    self.count = count
    highest = sampleRate / 2
    lowest = isLogarithmic && highest > 40 ? 20 : 0
  }

  /// Returns the frequency at a height, in rows from the top.
  func frequency(at row: Double) -> Double {
    let place = 1 - row / Double(count)
    return lowest > 0 ? lowest * pow(highest / lowest, place) : highest * place
  }

  /// Returns the row of a frequency.
  func row(of frequency: Double) -> Int {
    let place =
      lowest > 0
      ? log(max(frequency, lowest) / lowest) / log(highest / lowest) : frequency / highest
    // A row includes its lower end, not its upper one.
    return min(max(Int(((1 - place) * Double(count)).rounded(.up)) - 1, 0), count - 1)
  }

  /// Round frequencies with their rows.
  var marks: [(row: Int, text: String)] {
    let limit = max(2, count / 24)
    let ticks =
      lowest > 0
      ? Ticks.logarithmic(lowest...highest, limit: limit) : Ticks.linear(0...highest, limit: limit)
    return ticks.values.map { (row(of: $0), AxisText.short($0)) }
  }
}

/// The bins of a transform that a row shows.
struct RowBins: Equatable {
  /// The bins whose maximum is shown; empty if the row is narrower than a bin.
  let range: Range<Int>
  /// The position of a narrow row between bins.
  let place: Float

  static func all(_ rows: FrequencyRows, size: Int) -> [RowBins] {
    let step = rows.highest / Double(size / 2)
    return (0..<rows.count).map { row in
      let lower = Int((rows.frequency(at: Double(row + 1)) / step).rounded(.up))
      // The topmost row includes half of the sample rate.
      let upper =
        row == 0
        ? size / 2 + 1 : Int((rows.frequency(at: Double(row)) / step).rounded(.up))
      let place = rows.frequency(at: Double(row) + 0.5) / step
      return RowBins(range: min(lower, upper)..<upper, place: Float(place))
    }
  }

  /// Returns the power that the row shows.
  func power(in powers: [Float]) -> Float {
    if !range.isEmpty { return range.reduce(0) { max($0, powers[$1]) } }
    let bin = min(Int(place), powers.count - 2)
    return powers[bin] + (powers[bin + 1] - powers[bin]) * (place - Float(bin))
  }
}
