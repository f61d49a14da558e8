/// The meaning of a parameter's value.
///
/// The corresponding Audio Unit type is `AudioUnitParameterUnit`, with the same numbers.
public enum ParameterUnit: UInt32, Sendable, CaseIterable {
  /// No unit.
  case generic = 0
  /// A whole number, often of a list of named values.
  case indexed = 1
  /// 0 or 1.
  case boolean = 2
  /// 0...100.
  case percent = 3
  /// Seconds.
  case seconds = 4
  /// Frames.
  case sampleFrames = 5
  /// Degrees, -180...180.
  case phase = 6
  /// A multiple of the speed, 1 is as recorded.
  case rate = 7
  /// Hz.
  case hertz = 8
  /// Hundredths of a semitone.
  case cents = 9
  /// Semitones relative to the played note.
  case relativeSemitones = 10
  /// A note's number, 0...127.
  case midiNoteNumber = 11
  /// A controller's value, 0...127.
  case midiController = 12
  /// Decibels.
  case decibels = 13
  /// 0...1.
  case linearGain = 14
  /// Degrees, -180...180.
  case degrees = 15
  /// 0...1, of a cross-fade of equal power.
  case equalPowerCrossfade = 16
  /// 0...1, on a mixer's fader.
  case mixerFaderCurve1 = 17
  /// -1...1, left to right.
  case pan = 18
  /// Metres.
  case meters = 19
  /// Cents above 0; 6900 is A4.
  case absoluteCents = 20
  /// Octaves.
  case octaves = 21
  /// Quarter notes per minute.
  case beatsPerMinute = 22
  /// Quarter notes.
  case beats = 23
  /// Milliseconds.
  case milliseconds = 24
  /// One value to another.
  case ratio = 25
  /// The parameter's own, see `Parameter.unitName`.
  case custom = 26
  /// A controller's value in MIDI 2.0, 0...1.
  case midi2Controller = 27
}

extension ParameterUnit {
  /// The unit as printed after a value, such as `"Hz"`; empty for none.
  public var symbol: String {
    switch self {
    case .generic, .indexed, .boolean, .linearGain, .equalPowerCrossfade, .mixerFaderCurve1, .pan,
      .midiNoteNumber, .midiController, .midi2Controller, .custom:
      ""
    case .percent: "%"
    case .seconds: "s"
    case .sampleFrames: "frames"
    case .phase, .degrees: "°"
    case .rate: "×"
    case .hertz: "Hz"
    case .cents, .absoluteCents: "ct"
    case .relativeSemitones: "st"
    case .decibels: "dB"
    case .meters: "m"
    case .octaves: "oct"
    case .beatsPerMinute: "bpm"
    case .beats: "beats"
    case .milliseconds: "ms"
    case .ratio: ":1"
    }
  }

  /// Whether only whole numbers are values.
  public var isWhole: Bool {
    switch self {
    case .indexed, .boolean, .sampleFrames, .midiNoteNumber, .midiController: true
    default: false
    }
  }
}
