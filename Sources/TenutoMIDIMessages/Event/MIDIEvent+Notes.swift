extension MIDIEvent {
  /// A note starts.
  public struct NoteOn: Sendable, Hashable {
    /// The note, or the note's index if the attribute carries the pitch.
    public var note: MIDINote
    /// The velocity of the key.
    public var velocity: NoteVelocity
    /// More about the note, in MIDI 2.0.
    public var attribute: NoteAttribute
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4
    /// Whether a velocity of 0 is written to MIDI 1.0 as a note off.
    ///
    /// Otherwise it is a note on of velocity 0, which receivers also read as a note off. This
    /// property does not affect equality, as it is not part of the message.
    public var midi1ZeroVelocityAsNoteOff: Bool

    /// Creates a note on.
    ///
    /// Thread: any.
    public init(
      note: MIDINote, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
      group: UInt4 = 0, midi1ZeroVelocityAsNoteOff: Bool = false
    ) {
      self.note = note
      self.velocity = velocity
      self.attribute = attribute
      self.channel = channel
      self.group = group
      self.midi1ZeroVelocityAsNoteOff = midi1ZeroVelocityAsNoteOff
    }

    /// Returns whether two events are the same note on.
    ///
    /// Thread: any.
    public static func == (left: NoteOn, right: NoteOn) -> Bool {
      left.note == right.note && left.velocity == right.velocity
        && left.attribute == right.attribute && left.channel == right.channel
        && left.group == right.group
    }

    /// Hashes the message.
    ///
    /// Thread: any.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(note)
      hasher.combine(velocity)
      hasher.combine(attribute)
      hasher.combine(channel)
      hasher.combine(group)
    }

    /// Whether the event is MIDI 1.0's other spelling of a note off.
    var isNoteOffInMIDI1: Bool {
      if case .midi1(let value) = velocity { value == 0 } else { false }
    }
  }

  /// A note ends.
  public struct NoteOff: Sendable, Hashable {
    /// The note, or the note's index if the attribute carries the pitch.
    public var note: MIDINote
    /// The speed of releasing the key.
    public var velocity: NoteVelocity
    /// More about the note, in MIDI 2.0.
    public var attribute: NoteAttribute
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a note off.
    ///
    /// Thread: any.
    public init(
      note: MIDINote, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
      group: UInt4 = 0
    ) {
      self.note = note
      self.velocity = velocity
      self.attribute = attribute
      self.channel = channel
      self.group = group
    }
  }

  /// The pressure of one key.
  public struct NotePressure: Sendable, Hashable {
    /// The pressure on a key.
    public typealias Amount = ChanVoice7Bit32BitValue

    /// The note.
    public var note: MIDINote
    /// The pressure on the key.
    public var amount: Amount
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a key pressure.
    ///
    /// Thread: any.
    public init(note: MIDINote, amount: Amount, channel: UInt4, group: UInt4 = 0) {
      self.note = note
      self.amount = amount
      self.channel = channel
      self.group = group
    }
  }
}
