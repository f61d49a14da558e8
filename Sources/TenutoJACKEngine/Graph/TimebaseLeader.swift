internal import CJACK

/// Computes bars and beats, at a tempo that may change while the transport rolls.
///
/// Thread: control makes and frees it, render uses it.
@safe struct TimebaseLeader {
  private let words: TransportWords
  /// The last tempo change: its frame of the transport, and its position in quarter notes.
  private var anchorFrame: Double = 0
  private var anchorQuarters: Double = 0
  private var tempo: Double

  static var ticksPerBeat: Double { @_noLocks get { 1920 } }

  init(_ words: TransportWords) {
    self.words = words
    tempo = words.tempo
  }

  /// Fills in the bars and beats of a position.
  ///
  /// Thread: render.
  @_noLocks
  mutating func fill(_ position: UnsafeMutablePointer<jack_position_t>) {
    let frame = Double(unsafe position.pointee.frame)
    let rate = max(1, Double(unsafe position.pointee.frame_rate))
    let new = words.tempo
    if new != tempo {
      anchorQuarters = quarters(at: frame, rate)
      anchorFrame = frame
      tempo = new
    }
    if frame < anchorFrame {
      // The transport went back: only the newest tempo applies from its start.
      anchorFrame = 0
      anchorQuarters = 0
    }
    let denominator = Double(words.meterDenominator)
    let perBar = Double(words.meterNumerator)
    let beats = quarters(at: frame, rate) * denominator / 4
    let bar = (beats / perBar).wholes
    let inBar = beats - bar * perBar
    let ticks = (inBar - inBar.wholes) * Self.ticksPerBeat
    unsafe position.pointee.bar = Int32(min(bar, 1e9)) + 1
    unsafe position.pointee.beat = Int32(inBar.wholes) + 1
    unsafe position.pointee.tick = Int32(ticks.wholes)
    unsafe position.pointee.bar_start_tick = bar * perBar * Self.ticksPerBeat
    unsafe position.pointee.beats_per_bar = Float(perBar)
    unsafe position.pointee.beat_type = Float(denominator)
    unsafe position.pointee.ticks_per_beat = Self.ticksPerBeat
    unsafe position.pointee.beats_per_minute = tempo * denominator / 4
    // The remainder after the whole tick.
    let late = (ticks - ticks.wholes) / Self.ticksPerBeat * 240 / denominator / tempo * rate
    unsafe position.pointee.bbt_offset = UInt32(max(0, late))
    unsafe position.pointee.valid = jack_position_bits_t(
      rawValue: JackPositionBBT.rawValue | JackBBTFrameOffset.rawValue)
  }

  @_noLocks
  private func quarters(at frame: Double, _ rate: Double) -> Double {
    anchorQuarters + (frame - anchorFrame) / rate * tempo / 60
  }
}

extension Double {
  /// The integer part of a number that is not negative.
  fileprivate var wholes: Double { @_noLocks get { Double(Int64(Swift.min(self, 1e15))) } }
}

/// The timebase callback; its context is a `TimebaseLeader`.
@_noLocks
func leadTimebase(
  _ state: jack_transport_state_t, _ frameCount: UInt32,
  _ position: UnsafeMutablePointer<jack_position_t>?, _ isNew: Int32,
  _ context: UnsafeMutableRawPointer?
) {
  guard let position = unsafe position, let context = unsafe context else { return }
  unsafe context.assumingMemoryBound(to: TimebaseLeader.self).pointee.fill(position)
}
