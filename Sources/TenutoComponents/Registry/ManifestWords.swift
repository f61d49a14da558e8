internal import TenutoCore

// The words are spelled out: renaming a case must not change the file format.

extension ParameterUnit {
  /// The unit's word in files.
  var word: String {
    switch self {
    case .generic: "generic"
    case .indexed: "indexed"
    case .boolean: "boolean"
    case .percent: "percent"
    case .seconds: "seconds"
    case .sampleFrames: "sampleFrames"
    case .phase: "phase"
    case .rate: "rate"
    case .hertz: "hertz"
    case .cents: "cents"
    case .relativeSemitones: "relativeSemitones"
    case .midiNoteNumber: "midiNoteNumber"
    case .midiController: "midiController"
    case .decibels: "decibels"
    case .linearGain: "linearGain"
    case .degrees: "degrees"
    case .equalPowerCrossfade: "equalPowerCrossfade"
    case .mixerFaderCurve1: "mixerFaderCurve1"
    case .pan: "pan"
    case .meters: "meters"
    case .absoluteCents: "absoluteCents"
    case .octaves: "octaves"
    case .beatsPerMinute: "beatsPerMinute"
    case .beats: "beats"
    case .milliseconds: "milliseconds"
    case .ratio: "ratio"
    case .custom: "custom"
    case .midi2Controller: "midi2Controller"
    }
  }

  private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0) })

  /// The unit with this word, or nil.
  init?(word: String) {
    guard let unit = Self.byWord[word] else { return nil }
    self = unit
  }
}

extension MIDIProtocol {
  /// The protocol's word in files.
  var word: String {
    switch self {
    case .midi1: "midi1"
    case .midi2: "midi2"
    }
  }

  /// The protocol with this word, or nil.
  init?(word: String) {
    guard let protocolOfWord = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = protocolOfWord
  }
}

extension ParameterFlags {
  /// The flags with their words in files.
  static let named: [(word: String, flag: ParameterFlags)] = [
    ("readOnly", .readOnly), ("logarithmic", .logarithmic), ("hidden", .hidden),
    ("canRamp", .canRamp), ("notAutomatable", .notAutomatable),
  ]

  /// The words of all flags that are set; those of a later version are `"bit5"` to `"bit31"`.
  var words: [String] {
    let rest = Self.named.reduce(rawValue) { $0 & ~$1.flag.rawValue }
    return Self.named.filter { contains($0.flag) }.map(\.word)
      + (0..<UInt32.bitWidth).filter { rest & (1 << $0) != 0 }.map { "bit\($0)" }
  }

  /// The flag with this word, or nil.
  init?(word: String) {
    if let named = Self.named.first(where: { $0.word == word }) {
      self = named.flag
      return
    }
    let known = Self.named.reduce(UInt32(0)) { $0 | $1.flag.rawValue }
    guard word.hasPrefix("bit"), let bit = UInt32(word.dropFirst(3)), bit < UInt32.bitWidth,
      known & (1 << bit) == 0, word == "bit\(bit)"
    else { return nil }
    self.init(rawValue: 1 << bit)
  }
}
