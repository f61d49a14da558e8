import TenutoExtension

/// The controllers of one MIDI channel.
struct ChannelState: BitwiseCopyable {
  /// The pitch wheel, -1...1.
  var bend = 0.0
  /// Semitones of a full pitch wheel.
  var bendRange = 2.0
  /// Semitones of a full pitch wheel of one note.
  var noteBendRange = 48.0
  /// The modulation wheel, 0...1.
  var modulation = 0.0
  /// Controller 7, 0...1; General MIDI starts with 100 of 127.
  var volume: Float = 100.0 / 127
  /// Controller 11, 0...1.
  var expression: Float = 1
  /// 0 left, 0.5 centre, 1 right.
  var pan: Float = 0.5
  /// Whether the pedal holds the notes.
  var isSustained = false

  init() {}

  /// Resets the controllers as controller 121 does; volume, pan and ranges stay (MIDI RP-015).
  @_noLocks mutating func reset() {
    bend = 0
    modulation = 0
    expression = 1
    isSustained = false
  }

  /// The gain of both sides; equal power, and 40 dB for a tenth of the volume, as in General MIDI.
  var gains: (left: Float, right: Float) {
    @_noLocks get {
      let loudness = volume * volume * expression * expression
      let left = Float(DSP.squareRoot(Double(1 - pan)))
      let right = Float(DSP.squareRoot(Double(pan)))
      return (loudness * left, loudness * right)
    }
  }
}

/// Reads the 32-bit values of MIDI 2.0.
enum ControllerValue {
  /// From 0 to 1 exactly.
  @_noLocks static func unipolar(_ value: UInt32) -> Double { Double(value) / 0xFFFF_FFFF }

  /// From -1 to 1 exactly, with 0x8000_0000 as 0.
  @_noLocks static func bipolar(_ value: UInt32) -> Double {
    let distance = Double(value) - 0x1p31
    return distance < 0 ? distance / 0x1p31 : distance / 0x7FFF_FFFF
  }

  /// Semitones in the top 7 bits and cents in the next 7.
  @_noLocks static func semitones(_ value: UInt32) -> Double {
    Double(value >> 25) + Double(value >> 18 & 0x7F) / 100
  }
}
