import TenutoExtension

/// Band-limited sawtooth waves: one cycle per table, each table with more harmonics than the last.
///
/// Tables are about a quarter of an octave apart, so that every note has a table whose harmonics
/// end between 92 % and 110 % of the Nyquist frequency; the aliases stay above 20 kHz. The set does
/// not depend on the sample rate and takes 296 KiB.
struct WaveTables: ~Copyable {
  /// The waves, one after the other, each with its first sample again at its end.
  private(set) var samples = SampleBuffer(count: tableCount * stride)

  /// The highest pitch of each table, in cycles per frame.
  private var highest = SampleBuffer(count: tableCount)

  /// Creates all waves, in about half a millisecond.
  ///
  /// Thread: control.
  init() {
    var wave = WaveBuilder(length: Self.length)
    var harmonicCount = 0
    for table in 0..<Self.tableCount {
      let last = Self.harmonicCount(after: harmonicCount)
      while harmonicCount < last {
        harmonicCount += 1
        wave.add(harmonic: harmonicCount)
      }
      highest[table] = 0.55 / Float(harmonicCount)
      wave.write(to: &samples, at: table * Self.stride)
    }
  }

  /// Returns the number of harmonics of the table after one with `count` harmonics.
  ///
  /// The largest, 720, keeps the images of linear interpolation 64 dB under the fundamental.
  private static func harmonicCount(after count: Int) -> Int {
    min(max(count + 1, count * 19 / 16), 720)
  }
}

extension WaveTables {
  /// Frames in one cycle.
  static var length: Int { @_noLocks get { 2048 } }

  /// Samples from one table to the next.
  static var stride: Int { @_noLocks get { 2049 } }

  /// The number of tables.
  static var tableCount: Int { @_noLocks get { 37 } }

  /// Returns the richest table whose harmonics do not fold back audibly, searching from `table`.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - frequency: Pitch in cycles per frame.
  ///   - table: The last table, near which the search is faster.
  /// - Returns: The number of the table.
  @_noLocks func table(forFrequency frequency: Float, near table: Int) -> Int {
    var table = table
    while table + 1 < Self.tableCount && frequency <= highest[table + 1] { table += 1 }
    while table > 0 && frequency > highest[table] { table -= 1 }
    return table
  }
}
