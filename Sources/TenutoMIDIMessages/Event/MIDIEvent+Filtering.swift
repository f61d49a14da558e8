extension Collection<MIDIEvent> {
  /// Returns the events that stay, by their kind of channel voice message.
  ///
  /// Thread: control.
  public func filter(chanVoice types: MIDIEvent.ChanVoiceTypes) -> [MIDIEvent] {
    filter { types.accepts($0) }
  }

  /// Returns the events that stay, by their kind of system common message.
  ///
  /// Thread: control.
  public func filter(sysCommon types: MIDIEvent.SysCommonTypes) -> [MIDIEvent] {
    filter { types.accepts($0) }
  }

  /// Returns the events that stay, by their kind of system exclusive message.
  ///
  /// Thread: control.
  public func filter(sysEx types: MIDIEvent.SysExTypes) -> [MIDIEvent] {
    filter { types.accepts($0) }
  }

  /// Returns the events that stay, by their kind of system real-time message.
  ///
  /// Thread: control.
  public func filter(sysRealTime types: MIDIEvent.SysRealTimeTypes) -> [MIDIEvent] {
    filter { types.accepts($0) }
  }

  /// Returns the events that stay, by their kind of utility message.
  ///
  /// Thread: control.
  public func filter(utility types: MIDIEvent.UtilityTypes) -> [MIDIEvent] {
    filter { types.accepts($0) }
  }

  /// Returns the events of a group.
  ///
  /// Thread: control.
  public func filter(group: UInt4) -> [MIDIEvent] {
    filter { $0.group == group }
  }

  /// Returns the events of some groups.
  ///
  /// Thread: control.
  public func filter(groups: some Sequence<UInt4>) -> [MIDIEvent] {
    let wanted = Set(groups)
    return filter { wanted.contains($0.group) }
  }

  /// Returns the events of other groups.
  ///
  /// Thread: control.
  public func drop(group: UInt4) -> [MIDIEvent] {
    filter { $0.group != group }
  }

  /// Returns the events of other groups.
  ///
  /// Thread: control.
  public func drop(groups: some Sequence<UInt4>) -> [MIDIEvent] {
    let unwanted = Set(groups)
    return filter { !unwanted.contains($0.group) }
  }
}
