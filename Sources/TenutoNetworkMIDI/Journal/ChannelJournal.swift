/// The journal of one channel (RFC 6295, section 5 and appendix A).
///
/// ```
/// |S| CHAN  |H|      LENGTH       |P|C|M|W|N|E|T|A|  chapters …
/// ```
package struct ChannelJournal: Equatable, Sendable {
  /// The longest journal of a channel, in bytes: its length has 10 bits.
  package static let maximumBytes = 1023

  /// The channel, 0 to 15.
  package var channel: UInt8
  /// Whether controllers may have several logs.
  package var isEnhanced = false
  /// Chapter P.
  package var program: ProgramChapter?
  /// Chapter C: the oldest change first.
  package var controllers: [ControllerLog] = []
  /// Chapter M.
  package var parameters: ParameterChapter?
  /// Chapter W.
  package var wheel: WheelChapter?
  /// Chapter N.
  package var notes: NoteChapter?
  /// Chapter E.
  package var noteExtras: [NoteExtraLog] = []
  /// Chapter T.
  package var pressure: PressureChapter?
  /// Chapter A.
  package var polyPressures: [PolyPressureLog] = []

  /// Creates a journal without changes.
  package init(channel: UInt8) { self.channel = channel }

  /// Whether the previous packet changed nothing in the channel.
  package var isSkippable: Bool {
    (program?.isSkippable ?? true) && controllers.allSatisfy(\.isSkippable)
      && (parameters?.isSkippable ?? true) && (wheel?.isSkippable ?? true)
      && (notes?.isSkippable ?? true) && noteExtras.allSatisfy(\.isSkippable)
      && (pressure?.isSkippable ?? true) && polyPressures.allSatisfy(\.isSkippable)
  }
}

extension ChannelJournal {
  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.uint16()
    channel = UInt8(truncatingIfNeeded: header >> 11) & 0xF
    isEnhanced = header & 0x0400 != 0
    let length = Int(header & 0x3FF)
    guard length >= 3 else { throw .badValue }
    var part = try reader.part(length - 2)
    let contents = try part.byte()
    if contents & 0x80 != 0 { program = try ProgramChapter(&part) }
    if contents & 0x40 != 0 { controllers = try ControllerLog.readAll(&part) }
    if contents & 0x20 != 0 { parameters = try ParameterChapter(&part) }
    if contents & 0x10 != 0 { wheel = try WheelChapter(&part) }
    if contents & 0x08 != 0 { notes = try NoteChapter(&part) }
    if contents & 0x04 != 0 { noteExtras = try NoteExtraLog.readAll(&part) }
    if contents & 0x02 != 0 { pressure = try PressureChapter(&part) }
    if contents & 0x01 != 0 { polyPressures = try PolyPressureLog.readAll(&part) }
  }

  /// Removes the oldest logs of Chapter E that do not fit.
  mutating func shortenNoteExtras() {
    guard !noteExtras.isEmpty else { return }
    var rest = self
    rest.noteExtras = []
    var bytes: [UInt8] = []
    rest.write(to: &bytes)
    noteExtras = noteExtras.suffix(max(0, (Self.maximumBytes - bytes.count - 1) / 2))
  }

  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += [0, 0, contents]
    program?.write(to: &bytes)
    if !controllers.isEmpty { ControllerLog.write(controllers, to: &bytes) }
    parameters?.write(to: &bytes)
    wheel?.write(to: &bytes)
    notes?.write(to: &bytes)
    if !noteExtras.isEmpty { NoteExtraLog.write(noteExtras, to: &bytes) }
    pressure?.write(to: &bytes)
    if !polyPressures.isEmpty { PolyPressureLog.write(polyPressures, to: &bytes) }
    let length = bytes.count - start
    precondition(length <= Self.maximumBytes, "a channel's journal is longer than 1023 bytes")
    let head = (isSkippable ? 0x80 : 0) | channel << 3 | (isEnhanced ? 4 : 0)
    bytes[start] = head | UInt8(length >> 8)
    bytes[start + 1] = UInt8(truncatingIfNeeded: length)
  }

  private var contents: UInt8 {
    (program == nil ? 0 : 0x80) | (controllers.isEmpty ? 0 : 0x40)
      | (parameters == nil ? 0 : 0x20) | (wheel == nil ? 0 : 0x10) | (notes == nil ? 0 : 0x08)
      | (noteExtras.isEmpty ? 0 : 0x04) | (pressure == nil ? 0 : 0x02)
      | (polyPressures.isEmpty ? 0 : 0x01)
  }
}
