extension MIDIEvent {
  /// Whether the event is a channel voice message.
  public var isChannelVoice: Bool { chanVoiceType != nil }

  /// Returns whether the event is a channel voice message of one type.
  ///
  /// Thread: any.
  public func isChannelVoice(ofType type: ChanVoiceType) -> Bool { chanVoiceType == type }

  /// Returns whether the event is a channel voice message of some types.
  ///
  /// Thread: any.
  public func isChannelVoice(ofTypes types: Set<ChanVoiceType>) -> Bool {
    chanVoiceType.map(types.contains) ?? false
  }

  /// Whether the event is a system common message.
  public var isSystemCommon: Bool { sysCommonType != nil }

  /// Returns whether the event is a system common message of one type.
  ///
  /// Thread: any.
  public func isSystemCommon(ofType type: SysCommonType) -> Bool { sysCommonType == type }

  /// Returns whether the event is a system common message of some types.
  ///
  /// Thread: any.
  public func isSystemCommon(ofTypes types: Set<SysCommonType>) -> Bool {
    sysCommonType.map(types.contains) ?? false
  }

  /// Whether the event is a system exclusive message.
  public var isSystemExclusive: Bool { sysExType != nil }

  /// Returns whether the event is a system exclusive message of one type.
  ///
  /// Thread: any.
  public func isSystemExclusive(ofType type: SysExType) -> Bool { sysExType == type }

  /// Returns whether the event is a system exclusive message of some types.
  ///
  /// Thread: any.
  public func isSystemExclusive(ofTypes types: Set<SysExType>) -> Bool {
    sysExType.map(types.contains) ?? false
  }

  /// Whether the event is a system real-time message.
  public var isSystemRealTime: Bool { sysRealTimeType != nil }

  /// Returns whether the event is a system real-time message of one type.
  ///
  /// Thread: any.
  public func isSystemRealTime(ofType type: SysRealTimeType) -> Bool { sysRealTimeType == type }

  /// Returns whether the event is a system real-time message of some types.
  ///
  /// Thread: any.
  public func isSystemRealTime(ofTypes types: Set<SysRealTimeType>) -> Bool {
    sysRealTimeType.map(types.contains) ?? false
  }

  /// Whether the event is a utility message.
  public var isUtility: Bool { utilityType != nil }

  /// Returns whether the event is a utility message of one type.
  ///
  /// Thread: any.
  public func isUtility(ofType type: UtilityType) -> Bool { utilityType == type }

  /// Returns whether the event is a utility message of some types.
  ///
  /// Thread: any.
  public func isUtility(ofTypes types: Set<UtilityType>) -> Bool {
    utilityType.map(types.contains) ?? false
  }
}
