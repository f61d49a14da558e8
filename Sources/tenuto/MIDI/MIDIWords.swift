import TenutoMIDI

/// A message that the user wrote in words.
struct MIDIWords {
  /// The packets, one after the other.
  let umps: [UMP]
  /// A System Exclusive message with F0 and F7; there are no packets then.
  let sysEx: [UInt8]
  /// The keys that the message holds down.
  let notes: [UInt8]
  /// The channel, 0...15.
  let channel: UInt8

  /// The grammar, for the help.
  static let grammar = """
    note KEY [VELOCITY], cc NUMBER VALUE, program NUMBER, bend -8192...8191, pressure VALUE, \
    start, stop, continue, clock, or bytes such as '90 3C 64'. A key is a number or a name such \
    as C4 or F#3
    """

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - words: Words of the grammar.
  ///   - channel: The channel of channel messages, 0...15.
  /// - Throws: A `Failure` for the user.
  init(_ words: [String], channel: UInt8) throws(Failure) {
    let words = words.flatMap { $0.split { $0 == " " || $0 == "," }.map(String.init) }
    guard let first = words.first?.lowercased() else {
      throw .usage("A message is missing; give \(Self.grammar).")
    }
    self.channel = channel
    if let event = try Self.event(first, Array(words.dropFirst()), channel) {
      umps = [event.ump(group: 0)]
      sysEx = []
      if case .noteOn(_, let note, _) = event { notes = [note] } else { notes = [] }
    } else {
      let bytes = try Self.bytes(words)
      notes = []
      sysEx = bytes.first == 0xF0 ? bytes : []
      umps = sysEx.isEmpty ? try Self.packets(bytes) : []
    }
  }
}

extension MIDIWords {
  private static func event(
    _ verb: String, _ words: [String], _ channel: UInt8
  ) throws(Failure) -> VoiceEvent? {
    switch verb {
    case "note":
      let velocity = words.count > 1 ? try number(words[1], 1...127) : 100
      let key = try key(words.first)
      return .noteOn(
        channel: channel, note: key, velocity: MIDIScaling.up7To16(UInt8(velocity)))
    case "cc":
      let controller = UInt8(try number(words.first, 0...127))
      return .controlChange(
        channel: channel, controller: controller,
        value: MIDIScaling.up7To32(UInt8(try number(words.dropFirst().first, 0...127))))
    case "program":
      return .programChange(
        channel: channel, program: UInt8(try number(words.first, 0...127)), bank: .unchanged)
    case "bend":
      let value = try number(words.first, -8192...8191)
      return .pitchBend(channel: channel, value: MIDIScaling.up14To32(UInt16(value + 8192)))
    case "pressure":
      let value = try number(words.first, 0...127)
      return .channelPressure(channel: channel, value: MIDIScaling.up7To32(UInt8(value)))
    default: return realtime(verb)
    }
  }

  private static func realtime(_ verb: String) -> VoiceEvent? {
    switch verb {
    case "clock": .systemRealTime(status: 0xF8)
    case "start": .systemRealTime(status: 0xFA)
    case "continue": .systemRealTime(status: 0xFB)
    case "stop": .systemRealTime(status: 0xFC)
    default: nil
    }
  }

  private static func key(_ word: String?) throws(Failure) -> UInt8 {
    guard let word else { throw .usage("The key is missing; give 'note C4' or 'note 60'.") }
    if let key = NoteName.number(of: word) { return key }
    return UInt8(try number(word, 0...127))
  }

  private static func number(
    _ word: String?, _ range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let word else {
      throw .usage("A number from \(range.lowerBound) to \(range.upperBound) is missing.")
    }
    guard let number = Int(word), range.contains(number) else {
      throw .usage("'\(word)' is not a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func bytes(_ words: [String]) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words {
      guard word.count <= 2, let byte = UInt8(word, radix: 16) else {
        throw .usage("'\(word)' is neither a byte nor a message; give \(grammar).")
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func packets(_ bytes: [UInt8]) throws(Failure) -> [UMP] {
    var parser = MIDI1Parser()
    let umps = bytes.compactMap { parser.parse($0) }
    guard umps.flatMap({ MIDI1Bytes($0).array }) == bytes else {
      throw .usage(
        "'\(MIDIDescription.hexadecimal(bytes))' is not a list of complete MIDI messages; "
          + "each begins with a status byte from 80 to FF.")
    }
    return umps
  }
}
