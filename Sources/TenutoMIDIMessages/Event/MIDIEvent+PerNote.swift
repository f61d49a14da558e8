extension MIDIEvent {
  /// A per-note controller.
  public struct NoteCC: Sendable, Hashable {
    /// The value of a per-note controller.
    public typealias Value = ChanVoice32BitValue

    /// The note.
    public var note: MIDINote
    /// The controller.
    public var controller: PerNoteController
    /// Its value.
    public var value: Value
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a change of a per-note controller.
    ///
    /// Thread: any.
    public init(
      note: MIDINote, controller: PerNoteController, value: Value, channel: UInt4,
      group: UInt4 = 0
    ) {
      self.note = note
      self.controller = controller
      self.value = value
      self.channel = channel
      self.group = group
    }
  }

  /// The per-note pitch bend.
  public struct NotePitchBend: Sendable, Hashable {
    /// The position of the per-note pitch bend.
    public typealias Value = ChanVoice32BitValue

    /// The note.
    public var note: MIDINote
    /// The position of its wheel.
    public var value: Value
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a per-note pitch bend.
    ///
    /// Thread: any.
    public init(note: MIDINote, value: Value, channel: UInt4, group: UInt4 = 0) {
      self.note = note
      self.value = value
      self.channel = channel
      self.group = group
    }
  }

  /// The per-note controllers are reset or detached.
  public struct NoteManagement: Sendable, Hashable {
    /// The effect on the controllers of a note.
    public enum OptionFlag: Sendable, Hashable, CaseIterable {
      /// Notes that sound keep the values that they have.
      case detachPerNoteControllers
      /// The values go back to their defaults.
      case resetPerNoteControllers
    }

    /// The note.
    public var note: MIDINote
    /// The effect on its controllers.
    public var flags: Set<OptionFlag>
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a note management.
    ///
    /// Thread: any.
    public init(note: MIDINote, flags: Set<OptionFlag> = [], channel: UInt4, group: UInt4 = 0) {
      self.note = note
      self.flags = flags
      self.channel = channel
      self.group = group
    }
  }
}

extension Set<MIDIEvent.NoteManagement.OptionFlag> {
  /// Creates the flags of a packet's byte.
  ///
  /// Thread: any.
  public init(byte: UInt8) {
    self = []
    if byte & 1 != 0 { insert(.resetPerNoteControllers) }
    if byte & 2 != 0 { insert(.detachPerNoteControllers) }
  }

  /// The flags as a packet's byte.
  public var byte: UInt8 {
    (contains(.resetPerNoteControllers) ? 1 : 0) | (contains(.detachPerNoteControllers) ? 2 : 0)
  }
}
