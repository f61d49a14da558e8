package import TenutoMIDI

/// A command of a packet's MIDI list.
package struct RTPMIDICommand: Equatable, Sendable {
  /// The time in ticks after the packet's timestamp.
  package var offset: UInt32
  /// The message.
  package var message: RTPMIDIMessage

  /// Creates a command.
  package init(offset: UInt32 = 0, _ message: RTPMIDIMessage) {
    self.offset = offset
    self.message = message
  }
}

/// The message of a command.
package enum RTPMIDIMessage: Equatable, Sendable {
  /// A channel or system message as a packet of type 1 or 2 in group 0.
  case short(UMP)
  /// A System Exclusive message, or a segment of one.
  case sysEx(SysExSegment)
}

/// A System Exclusive message, or a segment of one (RFC 6295, section 3.2).
package struct SysExSegment: Equatable, Sendable {
  /// The end of a segment.
  package enum Ending: Equatable, Sendable {
    /// The message continues.
    case open
    /// The message is complete.
    case complete
    /// The message is complete; its source omitted F7.
    case completeWithoutF7
    /// The message is cancelled.
    case cancelled
  }

  /// Whether the segment starts the message.
  package var isFirst: Bool
  /// The end of the segment.
  package var ending: Ending
  /// The data, without F0 and F7.
  package var data: [UInt8]

  /// Creates a segment.
  package init(isFirst: Bool, ending: Ending, data: [UInt8]) {
    self.isFirst = isFirst
    self.ending = ending
    self.data = data
  }
}
