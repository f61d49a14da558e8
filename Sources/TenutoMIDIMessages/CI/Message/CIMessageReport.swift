/// The messages in a report of a device's state, as flags.
///
/// The corresponding standard is M2-101-UM, "MIDI Message Report".
public struct CIMessageReport: Sendable, Hashable {
  /// Time code (bit 0), song position (1) and song select (2).
  public var systemMessages: UInt7

  /// A byte that is reserved, 0.
  public var reserved: UInt7

  /// Pitch bend (bit 0), control change (1), registered (2) and assignable controllers (3),
  /// program (4) and channel pressure (5).
  public var channelMessages: UInt7

  /// Notes (bit 0), poly pressure (1), per-note pitch bend (2), registered (3) and assignable
  /// per-note controllers (4).
  public var noteMessages: UInt7

  /// Creates the flags of a report.
  ///
  /// Thread: any.
  public init(
    systemMessages: UInt7, reserved: UInt7 = 0, channelMessages: UInt7, noteMessages: UInt7
  ) {
    self.systemMessages = systemMessages
    self.reserved = reserved
    self.channelMessages = channelMessages
    self.noteMessages = noteMessages
  }

  init(_ reader: inout CIReader) throws(CIMessageError) {
    systemMessages = try reader.byte()
    reserved = try reader.byte()
    channelMessages = try reader.byte()
    noteMessages = try reader.byte()
  }

  func write(to writer: inout CIWriter) {
    writer.byte(systemMessages)
    writer.byte(reserved)
    writer.byte(channelMessages)
    writer.byte(noteMessages)
  }
}
