extension MIDIEvent {
  /// Whether it is a channel voice message.
  public var isChannelVoice: Bool { chanVoiceType != nil }

  /// Tells whether it is a channel voice message of one type.
  ///
  /// Thread: any.
  public func isChannelVoice(ofType type: ChanVoiceType) -> Bool { chanVoiceType == type }

  /// Tells whether it is a channel voice message of one of some types.
  ///
  /// Thread: any.
  public func isChannelVoice(ofTypes types: Set<ChanVoiceType>) -> Bool {
    chanVoiceType.map(types.contains) ?? false
  }

  /// Whether it is a system common message.
  public var isSystemCommon: Bool { sysCommonType != nil }

  /// Tells whether it is a system common message of one type.
  ///
  /// Thread: any.
  public func isSystemCommon(ofType type: SysCommonType) -> Bool { sysCommonType == type }

  /// Tells whether it is a system common message of one of some types.
  ///
  /// Thread: any.
  public func isSystemCommon(ofTypes types: Set<SysCommonType>) -> Bool {
    sysCommonType.map(types.contains) ?? false
  }

  /// Whether it is a system exclusive message.
  public var isSystemExclusive: Bool { sysExType != nil }

  /// Tells whether it is a system exclusive message of one type.
  ///
  /// Thread: any.
  public func isSystemExclusive(ofType type: SysExType) -> Bool { sysExType == type }

  /// Tells whether it is a system exclusive message of one of some types.
  ///
  /// Thread: any.
  public func isSystemExclusive(ofTypes types: Set<SysExType>) -> Bool {
    sysExType.map(types.contains) ?? false
  }

  /// Whether it is a system real-time message.
  public var isSystemRealTime: Bool { sysRealTimeType != nil }

  /// Tells whether it is a system real-time message of one type.
  ///
  /// Thread: any.
  public func isSystemRealTime(ofType type: SysRealTimeType) -> Bool { sysRealTimeType == type }

  /// Tells whether it is a system real-time message of one of some types.
  ///
  /// Thread: any.
  public func isSystemRealTime(ofTypes types: Set<SysRealTimeType>) -> Bool {
    sysRealTimeType.map(types.contains) ?? false
  }

  /// Whether it is a utility message.
  public var isUtility: Bool { utilityType != nil }

  /// Tells whether it is a utility message of one type.
  ///
  /// Thread: any.
  public func isUtility(ofType type: UtilityType) -> Bool { utilityType == type }

  /// Tells whether it is a utility message of one of some types.
  ///
  /// Thread: any.
  public func isUtility(ofTypes types: Set<UtilityType>) -> Bool {
    utilityType.map(types.contains) ?? false
  }
}
