import TenutoMIDI
/// The clicks of a metronome in flex data.
///
/// The corresponding standard is M2-104-UM, "Set Metronome Message".
public struct FlexMetronome: BitwiseCopyable, Sendable, Hashable {
  /// MIDI clocks per click, 24 for quarter notes.
  public var clocksPerPrimaryClick: UInt8

  /// Primary clicks in the first part of the bar, of which the first is accented.
  public var barAccent1: UInt8

  /// Primary clicks in the second part of the bar; 0 for none.
  public var barAccent2: UInt8

  /// Primary clicks in the third part of the bar; 0 for none.
  public var barAccent3: UInt8

  /// Subdivision clicks per primary click, 0 for none.
  public var subdivisionClicks1: UInt8

  /// A second kind of subdivision clicks per primary click, 0 for none.
  public var subdivisionClicks2: UInt8

  /// Creates the settings of a metronome.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    clocksPerPrimaryClick: UInt8, barAccent1: UInt8, barAccent2: UInt8 = 0, barAccent3: UInt8 = 0,
    subdivisionClicks1: UInt8 = 0, subdivisionClicks2: UInt8 = 0
  ) {
    self.clocksPerPrimaryClick = clocksPerPrimaryClick
    self.barAccent1 = barAccent1
    self.barAccent2 = barAccent2
    self.barAccent3 = barAccent3
    self.subdivisionClicks1 = subdivisionClicks1
    self.subdivisionClicks2 = subdivisionClicks2
  }

  @_noLocks
  init(_ ump: UMP) {
    clocksPerPrimaryClick = UInt8(truncatingIfNeeded: ump.word1 >> 24)
    barAccent1 = UInt8(truncatingIfNeeded: ump.word1 >> 16)
    barAccent2 = UInt8(truncatingIfNeeded: ump.word1 >> 8)
    barAccent3 = UInt8(truncatingIfNeeded: ump.word1)
    subdivisionClicks1 = UInt8(truncatingIfNeeded: ump.word2 >> 24)
    subdivisionClicks2 = UInt8(truncatingIfNeeded: ump.word2 >> 16)
  }

  /// The packet without its type, group and address.
  var body: UMP {
    @_noLocks get {
      let first = UInt32(clocksPerPrimaryClick) << 24 | UInt32(barAccent1) << 16
      let accents = UInt32(barAccent2) << 8 | UInt32(barAccent3)
      let subdivisions = UInt32(subdivisionClicks1) << 24 | UInt32(subdivisionClicks2) << 16
      return UMP(0x02, first | accents, subdivisions)
    }
  }
}
