/// A rule for the events to keep.
public enum MIDIEventFilter: Sendable, Hashable {
  /// By channel voice messages.
  case chanVoice(MIDIEvent.ChanVoiceTypes)
  /// By system common messages.
  case sysCommon(MIDIEvent.SysCommonTypes)
  /// By system exclusive messages.
  case sysEx(MIDIEvent.SysExTypes)
  /// By system real-time messages.
  case sysRealTime(MIDIEvent.SysRealTimeTypes)
  /// By utility messages.
  case utility(MIDIEvent.UtilityTypes)
  /// Only these groups.
  case group(UInt4)
  /// Only these groups.
  case groups([UInt4])
  /// Not this group.
  case dropGroup(UInt4)
  /// Not these groups.
  case dropGroups([UInt4])

  /// Returns whether an event stays.
  ///
  /// Thread: any.
  public func accepts(_ event: MIDIEvent) -> Bool {
    switch self {
    case .chanVoice(let types): types.accepts(event)
    case .sysCommon(let types): types.accepts(event)
    case .sysEx(let types): types.accepts(event)
    case .sysRealTime(let types): types.accepts(event)
    case .utility(let types): types.accepts(event)
    case .group(let group): event.group == group
    case .groups(let groups): groups.contains(event.group)
    case .dropGroup(let group): event.group != group
    case .dropGroups(let groups): !groups.contains(event.group)
    }
  }

  /// Returns the events that stay.
  ///
  /// Thread: control.
  public func apply(to events: [MIDIEvent]) -> [MIDIEvent] {
    events.filter { accepts($0) }
  }
}

/// A list of rules: an event is kept if every rule keeps it.
public struct MIDIEventFilterGroup: Sendable, Hashable {
  /// The rules.
  public var filters: [MIDIEventFilter]

  /// Creates a group of rules; without rules all events pass.
  ///
  /// Thread: any.
  public init(filters: [MIDIEventFilter] = []) {
    self.filters = filters
  }

  /// Creates a group with one rule.
  ///
  /// Thread: any.
  public init(filter: MIDIEventFilter) {
    filters = [filter]
  }

  /// Returns the events that stay.
  ///
  /// Thread: control.
  public func filter(events: [MIDIEvent]) -> [MIDIEvent] {
    events.filter { event in filters.allSatisfy { $0.accepts(event) } }
  }
}
