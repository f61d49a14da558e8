internal import TenutoCore
internal import TenutoRender

/// The text form of connections: in a session's file, on the command line and in requests.
///
/// `lead -> delay` and `kick -> comp.1` are audio connections; the number after the point is a bus,
/// from 0. `lead:out_1 -> system:playback_1` connects ports in JACK. Channels count from 1, and
/// keys are numbers or names such as `C2` (60 is C4).
public enum LinkText {
  /// The reason why a text is not a connection, in a sentence without a full stop.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Returns the two ends of `source -> destination`.
  ///
  /// - Throws: The expected form.
  public static func ends(_ text: String) throws(Fault) -> (source: String, destination: String) {
    let parts = split(text, at: "->") ?? split(text, at: "→")
    guard let (source, destination) = parts, !source.isEmpty, !destination.isEmpty,
      split(destination, at: "->") == nil
    else {
      throw Fault("'\(text.printable)' is not a connection; write 'source -> destination'")
    }
    return (source, destination)
  }

  private static func split(_ text: String, at sign: String) -> (String, String)? {
    let scalars = Array(text.unicodeScalars)
    let sign = Array(sign.unicodeScalars)
    guard scalars.count >= sign.count else { return nil }
    let index = (0...(scalars.count - sign.count)).first { start in
      scalars[start..<(start + sign.count)].elementsEqual(sign)
    }
    guard let index else { return nil }
    return (trimmed(scalars[..<index]), trimmed(scalars[(index + sign.count)...]))
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var rest = scalars
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(String.UnicodeScalarView(rest))
  }
}

// MARK: - Audio and MIDI

extension LinkText {
  /// Returns a node, or one of its busses, such as `comp.1`.
  public static func bus(_ node: String, _ bus: Int) -> String {
    bus == 0 ? node : "\(node).\(bus)"
  }

  /// Returns the node and the bus of `comp.1`; bus 0 without a number.
  ///
  /// - Throws: The expected form.
  public static func bus(_ text: String) throws(Fault) -> (node: String, bus: Int) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let node = String(parts[0])
    guard NodeName.isValid(node) else { throw Fault(NodeName.refusal(of: node)) }
    guard parts.count == 2 else { return (node, 0) }
    guard let bus = number(parts[1], in: 0...SessionCheck.maximumBus) else {
      throw Fault(
        "'\(String(parts[1]).printable)' is not a bus of \(node); write a number from 0, such as "
          + "'\(node).1'")
    }
    return (node, bus)
  }

  /// Returns `lead -> delay` or `kick -> comp.1`.
  public static func text(_ link: AudioLink) -> String {
    "\(bus(link.source, link.outputBus)) -> \(bus(link.destination, link.inputBus))"
  }

  /// Parses a text of `text`.
  ///
  /// - Throws: The expected form.
  public static func audio(_ text: String) throws(Fault) -> AudioLink {
    let (source, destination) = try ends(text)
    let (output, input) = (try bus(source), try bus(destination))
    return AudioLink(output.node, output.bus, to: input.node, input.bus)
  }

  /// Returns `keys -> lead` and a readable description of the filter.
  public static func text(_ link: MIDILink) -> String {
    var words = ["\(link.source) -> \(link.destination)"]
    let filter = link.filter
    if filter.channels != .max {
      words.append("channels \(channels(filter.channels).map(String.init).joined(separator: " "))")
    }
    if let channel = filter.outputChannel { words.append("to channel \(channel + 1)") }
    if filter.keys != 0...127 { words.append("keys \(keys(filter.keys))") }
    if filter.transpose != 0 { words.append("transpose \(filter.transpose)") }
    return words.joined(separator: ", ")
  }

  /// Returns the nodes of `keys -> lead`.
  ///
  /// - Throws: The expected form.
  public static func midi(_ text: String) throws(Fault) -> MIDILink {
    let link = try audio(text)
    guard link.outputBus == 0, link.inputBus == 0 else {
      throw Fault("'\(text.printable)': MIDI has no busses; write 'source -> destination'")
    }
    return MIDILink(link.source, to: link.destination)
  }
}

// MARK: - Filters

extension LinkText {
  /// Returns the channels of a filter, from 1.
  public static func channels(_ mask: UInt16) -> [Int] {
    (0..<16).filter { mask >> UInt16($0) & 1 == 1 }.map { $0 + 1 }
  }

  /// Returns the filter for channels that count from 1.
  ///
  /// - Throws: The expected form.
  public static func channels(_ numbers: [Int]) throws(Fault) -> UInt16 {
    var mask: UInt16 = 0
    for number in numbers {
      guard (1...16).contains(number) else {
        throw Fault("\(number) is not a MIDI channel; channels are 1 to 16")
      }
      mask |= 1 << UInt16(number - 1)
    }
    return mask
  }

  /// Returns `C2..B4`, or a single name.
  public static func keys(_ range: ClosedRange<UInt8>) -> String {
    let (lowest, highest) = (noteName(range.lowerBound), noteName(range.upperBound))
    return lowest == highest ? lowest : "\(lowest)..\(highest)"
  }

  /// Parses `C2..B4`, `36..71`, `C2` or `36`.
  ///
  /// - Throws: The expected form.
  public static func keys(_ text: String) throws(Fault) -> ClosedRange<UInt8> {
    let parts = split(text, at: "..") ?? (text, text)
    guard let lowest = key(parts.0), let highest = key(parts.1), lowest <= highest else {
      throw Fault(
        "'\(text.printable)' are not keys; write names or numbers, the lowest first, such as "
          + "'C2..B4' or '36..71'")
    }
    return lowest...highest
  }
}
