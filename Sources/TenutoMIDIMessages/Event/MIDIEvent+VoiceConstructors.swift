extension MIDIEvent {
  /// Returns a note on.
  ///
  /// Thread: any.
  public static func noteOn(
    _ note: MIDINote, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
    group: UInt4 = 0, midi1ZeroVelocityAsNoteOff: Bool = false
  ) -> MIDIEvent {
    .noteOn(
      NoteOn(
        note: note, velocity: velocity, attribute: attribute, channel: channel, group: group,
        midi1ZeroVelocityAsNoteOff: midi1ZeroVelocityAsNoteOff))
  }

  /// Returns a note on, by the note's number.
  ///
  /// Thread: any.
  public static func noteOn(
    _ note: UInt7, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
    group: UInt4 = 0, midi1ZeroVelocityAsNoteOff: Bool = false
  ) -> MIDIEvent {
    .noteOn(
      MIDINote(note), velocity: velocity, attribute: attribute, channel: channel, group: group,
      midi1ZeroVelocityAsNoteOff: midi1ZeroVelocityAsNoteOff)
  }

  /// Returns a note off.
  ///
  /// Thread: any.
  public static func noteOff(
    _ note: MIDINote, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
    group: UInt4 = 0
  ) -> MIDIEvent {
    .noteOff(
      NoteOff(
        note: note, velocity: velocity, attribute: attribute, channel: channel, group: group))
  }

  /// Returns a note off, by the note's number.
  ///
  /// Thread: any.
  public static func noteOff(
    _ note: UInt7, velocity: NoteVelocity, attribute: NoteAttribute = .none, channel: UInt4,
    group: UInt4 = 0
  ) -> MIDIEvent {
    .noteOff(
      MIDINote(note), velocity: velocity, attribute: attribute, channel: channel, group: group)
  }

  /// Returns a change of a per-note controller.
  ///
  /// Thread: any.
  public static func noteCC(
    note: MIDINote, controller: NoteCC.PerNoteController, value: NoteCC.Value, channel: UInt4,
    group: UInt4 = 0
  ) -> MIDIEvent {
    .noteCC(
      NoteCC(note: note, controller: controller, value: value, channel: channel, group: group))
  }

  /// Returns a change of a per-note controller, by the note's number.
  ///
  /// Thread: any.
  public static func noteCC(
    note: UInt7, controller: NoteCC.PerNoteController, value: NoteCC.Value, channel: UInt4,
    group: UInt4 = 0
  ) -> MIDIEvent {
    .noteCC(
      note: MIDINote(note), controller: controller, value: value, channel: channel, group: group)
  }

  /// Returns a per-note pitch bend.
  ///
  /// Thread: any.
  public static func notePitchBend(
    note: MIDINote, value: NotePitchBend.Value, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .notePitchBend(NotePitchBend(note: note, value: value, channel: channel, group: group))
  }

  /// Returns a per-note pitch bend, by the note's number.
  ///
  /// Thread: any.
  public static func notePitchBend(
    note: UInt7, value: NotePitchBend.Value, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .notePitchBend(note: MIDINote(note), value: value, channel: channel, group: group)
  }

  /// Returns a key pressure.
  ///
  /// Thread: any.
  public static func notePressure(
    note: MIDINote, amount: NotePressure.Amount, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .notePressure(NotePressure(note: note, amount: amount, channel: channel, group: group))
  }

  /// Returns a key pressure, by the note's number.
  ///
  /// Thread: any.
  public static func notePressure(
    note: UInt7, amount: NotePressure.Amount, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .notePressure(note: MIDINote(note), amount: amount, channel: channel, group: group)
  }

  /// Returns a per-note management message.
  ///
  /// Thread: any.
  public static func noteManagement(
    note: MIDINote, flags: Set<NoteManagement.OptionFlag>, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .noteManagement(NoteManagement(note: note, flags: flags, channel: channel, group: group))
  }

  /// Returns a per-note management message, by the note's number.
  ///
  /// Thread: any.
  public static func noteManagement(
    note: UInt7, flags: Set<NoteManagement.OptionFlag>, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .noteManagement(note: MIDINote(note), flags: flags, channel: channel, group: group)
  }
}

extension MIDIEvent {
  /// Returns a control change.
  ///
  /// Thread: any.
  public static func cc(
    _ controller: CC.Controller, value: CC.Value, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .cc(CC(controller: controller, value: value, channel: channel, group: group))
  }

  /// Returns a control change, by the controller's number.
  ///
  /// Thread: any.
  public static func cc(
    _ controller: UInt7, value: CC.Value, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .cc(CC(controller: controller, value: value, channel: channel, group: group))
  }

  /// Returns a program change.
  ///
  /// Thread: any.
  public static func programChange(
    program: UInt7, bank: ProgramChange.Bank = .noBankSelect, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .programChange(ProgramChange(program: program, bank: bank, channel: channel, group: group))
  }

  /// Returns a pitch bend.
  ///
  /// Thread: any.
  public static func pitchBend(
    value: PitchBend.Value, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .pitchBend(PitchBend(value: value, channel: channel, group: group))
  }

  /// Returns a pressure on the channel.
  ///
  /// Thread: any.
  public static func pressure(
    amount: Pressure.Amount, channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .pressure(Pressure(amount: amount, channel: channel, group: group))
  }

  /// Returns a change of a registered parameter.
  ///
  /// Thread: any.
  public static func rpn(
    _ parameter: RegisteredController, change: MIDI2ParameterNumberChange = .absolute,
    channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .rpn(RPN(parameter, change: change, channel: channel, group: group))
  }

  /// Returns a change of an assignable controller.
  ///
  /// Thread: any.
  public static func nrpn(
    _ parameter: AssignableController, change: MIDI2ParameterNumberChange = .absolute,
    channel: UInt4, group: UInt4 = 0
  ) -> MIDIEvent {
    .nrpn(NRPN(parameter, change: change, channel: channel, group: group))
  }
}
