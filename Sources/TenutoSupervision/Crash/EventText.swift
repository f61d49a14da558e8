internal import TenutoCore
internal import TenutoMIDI
internal import TenutoRender

/// The format of `events.txt`: the cycles, contexts and events of a recording, one per line.
///
/// Hexadecimal numbers are exact bits; text after `#` is a comment for human readers.
///
///     before midi 40903C64 FFFF0000
///     cycle 480000 128 asked realtime
///     context 0 4/4 405E000000000000 …
///     midi 17 40903C00 C8000000
///     parameter 0 1 3F000000
///     ramp 64 1 3F800000 256
///     gesture 3 1 1
enum EventText {
  static let head = "tenuto-events 1"
}

// MARK: - Writing

extension EventText {
  static func text(_ recording: FlightRecording) -> String {
    var lines = [head]
    for payload in recording.before { lines.append("before " + text(payload, at: nil)) }
    var events = recording.events[...]
    var contexts = recording.contexts[...]
    for (index, cycle) in recording.cycles.enumerated() {
      lines.append(
        "cycle \(cycle.sampleTime) \(cycle.frameCount) \(cycle.isAsked ? "asked" : "skipped") "
          + (cycle.isOffline ? "offline" : "realtime"))
      while let context = contexts.first, context.cycle <= index {
        lines.append(text(context))
        contexts.removeFirst()
      }
      while let event = events.first, event.cycle <= index {
        lines.append(text(event.event.payload, at: event.event.frameOffset))
        events.removeFirst()
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ payload: TimedEvent.Payload, at frame: UInt32?) -> String {
    let place = frame.map { " \($0)" } ?? ""
    switch payload {
    case .midi(let packet):
      let words = [packet.word0, packet.word1, packet.word2, packet.word3]
        .prefix(UMP.wordCount(messageType: packet.messageType)).map { hexadecimal($0) }
      return "midi\(place) \(words.joined(separator: " "))  # \(VoiceEvent(packet))"
    case .parameter(let address, let value):
      return "parameter\(place) \(address) \(hexadecimal(value.bitPattern))  # \(value)"
    case .ramp(let address, let value, let frameCount):
      return "ramp\(place) \(address) \(hexadecimal(value.bitPattern)) \(frameCount)  # \(value)"
    case .gesture(let address, let isTouched):
      return "gesture\(place) \(address) \(isTouched ? 1 : 0)"
    }
  }

  private static func text(_ entry: FlightRecording.Context) -> String {
    let context = entry.context
    let numbers = [
      context.tempo, context.beatPosition, context.measureDownbeat, context.loopStart,
      context.loopEnd,
    ].map { hexadecimal($0.bitPattern) }
    let flags =
      (context.isPlaying ? 1 : 0) + (context.isRecording ? 2 : 0)
      + (context.isLooping ? 4 : 0)
    return "context \(entry.frameOffset) \(context.meterNumerator)/\(context.meterDenominator) "
      + "\(context.samplePosition) \(flags) \(numbers.joined(separator: " "))"
      + "  # \(context.tempo) bpm, beat \(context.beatPosition)"
  }

  private static func hexadecimal<T: FixedWidthInteger & UnsignedInteger>(_ value: T) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: T.bitWidth / 4 - digits.count) + digits
  }
}

// MARK: - Reading

extension EventText {
  /// An error in a line.
  struct Fault: Error {
    let line: Int
    let reason: String
  }

  /// The most lines that are read: more than any recorder keeps.
  private static let maximumLineCount = 1 << 20

  static func parse(_ text: String) throws(Fault) -> FlightRecording {
    var recording = FlightRecording()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == head else {
      throw Fault(line: 1, reason: "is not '\(head)'")
    }
    guard lines.count <= maximumLineCount else {
      throw Fault(line: 1, reason: "is followed by too many lines")
    }
    for (index, line) in lines.enumerated().dropFirst() {
      let content = line.prefix { $0 != "#" }
      var words = EventWords(content.split(separator: " ")[...])
      guard let kind = words.next() else { continue }
      guard take(kind, &words, into: &recording), words.isEmpty else {
        throw Fault(line: index + 1, reason: "is malformed")
      }
    }
    return recording
  }

  /// Parses one line; returns false if it is malformed.
  private static func take(
    _ kind: Substring, _ words: inout EventWords, into recording: inout FlightRecording
  ) -> Bool {
    switch kind {
    case "before":
      guard let kind = words.next(), let payload = words.payload(kind) else { return false }
      recording.before.append(payload)
    case "cycle":
      guard let cycle = words.cycle() else { return false }
      if let last = recording.cycles.last, last.sampleTime >= cycle.sampleTime { return false }
      recording.cycles.append(cycle)
    case "context":
      guard !recording.cycles.isEmpty, let (frame, context) = words.context() else { return false }
      recording.contexts.append(
        FlightRecording.Context(
          cycle: recording.cycles.count - 1, frameOffset: frame, context: context))
    default:
      guard !recording.cycles.isEmpty, let frame = words.number(UInt32.self),
        let payload = words.payload(kind)
      else { return false }
      recording.events.append(
        FlightRecording.Event(
          cycle: recording.cycles.count - 1,
          event: TimedEvent(frameOffset: frame, payload: payload)))
    }
    return true
  }
}

/// The words of one line, read in order.
private struct EventWords {
  private var words: ArraySlice<Substring>

  init(_ words: ArraySlice<Substring>) { self.words = words }

  var isEmpty: Bool { words.isEmpty }

  mutating func next() -> Substring? { words.popFirst() }

  mutating func number<T: FixedWidthInteger>(_: T.Type) -> T? { next().flatMap { T($0) } }

  private mutating func bits<T: FixedWidthInteger>(_: T.Type) -> T? {
    next().flatMap { $0.count == T.bitWidth / 4 ? T($0, radix: 16) : nil }
  }

  mutating func payload(_ kind: Substring) -> TimedEvent.Payload? {
    if kind == "midi" { return packet().map { .midi($0) } }
    guard let address = number(UInt64.self) else { return nil }
    if kind == "gesture" {
      return number(UInt8.self).map { .gesture(address: address, isTouched: $0 == 1) }
    }
    guard let value = bits(UInt32.self).map(Float.init(bitPattern:)), value.isFinite else {
      return nil
    }
    if kind == "parameter" { return .parameter(address: address, value: value) }
    guard kind == "ramp", let count = number(UInt32.self) else { return nil }
    return .ramp(address: address, value: value, frameCount: count)
  }

  private mutating func packet() -> UMP? {
    var words: [UInt32] = []
    while !isEmpty {
      guard words.count < 4, let word = bits(UInt32.self) else { return nil }
      words.append(word)
    }
    guard let first = words.first else { return nil }
    let packet = UMP(first)
    guard words.count == UMP.wordCount(messageType: packet.messageType) else { return nil }
    words += Array(repeating: 0, count: 4 - words.count)
    return UMP(words[0], words[1], words[2], words[3])
  }

  mutating func cycle() -> FlightRecording.Cycle? {
    guard let time = number(Int64.self), let count = number(Int.self),
      (1...65536).contains(count), let asked = next(), let pace = next(),
      ["asked", "skipped"].contains(asked), ["offline", "realtime"].contains(pace)
    else { return nil }
    return FlightRecording.Cycle(
      sampleTime: time, frameCount: count, isAsked: asked == "asked", isOffline: pace == "offline")
  }

  mutating func context() -> (Int, MusicalContext)? {
    guard let frame = number(UInt16.self),
      let meter = next()?.split(separator: "/").compactMap({ UInt16($0) }), meter.count == 2,
      let position = number(Int64.self), let flags = number(UInt8.self)
    else { return nil }
    var numbers: [Double] = []
    for _ in 0..<5 {
      guard let pattern = bits(UInt64.self) else { return nil }
      numbers.append(Double(bitPattern: pattern))
    }
    let context = MusicalContext(
      tempo: numbers[0], meterNumerator: Int(meter[0]), meterDenominator: Int(meter[1]),
      beatPosition: numbers[1], measureDownbeat: numbers[2], samplePosition: position,
      isPlaying: flags & 1 != 0, isRecording: flags & 2 != 0, isLooping: flags & 4 != 0,
      loopStart: numbers[3], loopEnd: numbers[4])
    return (Int(frame), context)
  }
}
