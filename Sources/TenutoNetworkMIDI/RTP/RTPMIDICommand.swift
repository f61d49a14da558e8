package import TenutoMIDI

/// A command of a packet's MIDI list.
package struct RTPMIDICommand: Equatable, Sendable {
  /// When it happens, in ticks after the packet's timestamp.
  package var offset: UInt32
  /// What happens.
  package var message: RTPMIDIMessage

  /// Creates a command.
  package init(offset: UInt32 = 0, _ message: RTPMIDIMessage) {
    self.offset = offset
    self.message = message
  }
}

/// What a command says.
package enum RTPMIDIMessage: Equatable, Sendable {
  /// A channel or system message as a packet of type 1 or 2 in group 0.
  case short(UMP)
  /// A System Exclusive message, or a segment of one.
  case sysEx(SysExSegment)
}

/// A System Exclusive message, or a segment of one (RFC 6295, section 3.2).
package struct SysExSegment: Equatable, Sendable {
  /// How a segment ends.
  package enum Ending: Equatable, Sendable {
    /// More follows.
    case open
    /// The message is whole.
    case complete
    /// The message is whole, and its source left out F7.
    case completeWithoutF7
    /// The message is given up.
    case cancelled
  }

  /// Whether the message begins here.
  package var isFirst: Bool
  /// How the segment ends.
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
