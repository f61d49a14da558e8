internal import TenutoCore

extension MusicalContext {
  /// Creates a musical context with the same tempo from the first frame on.
  ///
  /// Thread: any.
  @_noLocks
  init(
    steadyAt samplePosition: Int64, isPlaying: Bool, sampleRate: Double, tempo: Double,
    meterNumerator: Int, meterDenominator: Int
  ) {
    self.init(samplePosition: samplePosition, isPlaying: isPlaying)
    self.tempo = tempo
    self.meterNumerator = meterNumerator
    self.meterDenominator = meterDenominator
    beatPosition = Double(samplePosition) / max(1, sampleRate) * tempo / 60
    let bar = Double(meterNumerator) * 4 / Double(max(1, meterDenominator))
    measureDownbeat = Double(Int64(beatPosition / bar)) * bar
  }
}
