extension MIDIEvent {
  /// The events to keep, by their kind of system common message.
  public enum SysCommonTypes: Sendable, Hashable {
    /// Only these messages.
    case only
    /// Only these messages of one type.
    case onlyType(SysCommonType)
    /// Only these messages of some types.
    case onlyTypes(Set<SysCommonType>)
    /// Among these messages, those of one type; all others pass.
    case keepType(SysCommonType)
    /// Among these messages, those of some types; all others pass.
    case keepTypes(Set<SysCommonType>)
    /// All but these messages.
    case drop
    /// All but these messages of one type.
    case dropType(SysCommonType)
    /// All but these messages of some types.
    case dropTypes(Set<SysCommonType>)

    /// Returns whether an event stays.
    ///
    /// Thread: any.
    public func accepts(_ event: MIDIEvent) -> Bool {
      let type = event.sysCommonType
      return switch self {
      case .only: type != nil
      case .onlyType(let wanted): type == wanted
      case .onlyTypes(let wanted): type.map(wanted.contains) ?? false
      case .keepType(let wanted): type == nil || type == wanted
      case .keepTypes(let wanted): type.map(wanted.contains) ?? true
      case .drop: type == nil
      case .dropType(let unwanted): type != unwanted
      case .dropTypes(let unwanted): !(type.map(unwanted.contains) ?? false)
      }
    }
  }

  /// The events to keep, by their kind of system exclusive message.
  public enum SysExTypes: Sendable, Hashable {
    /// Only these messages.
    case only
    /// Only these messages of one type.
    case onlyType(SysExType)
    /// Only these messages of some types.
    case onlyTypes(Set<SysExType>)
    /// Among these messages, those of one type; all others pass.
    case keepType(SysExType)
    /// Among these messages, those of some types; all others pass.
    case keepTypes(Set<SysExType>)
    /// All but these messages.
    case drop
    /// All but these messages of one type.
    case dropType(SysExType)
    /// All but these messages of some types.
    case dropTypes(Set<SysExType>)

    /// Returns whether an event stays.
    ///
    /// Thread: any.
    public func accepts(_ event: MIDIEvent) -> Bool {
      let type = event.sysExType
      return switch self {
      case .only: type != nil
      case .onlyType(let wanted): type == wanted
      case .onlyTypes(let wanted): type.map(wanted.contains) ?? false
      case .keepType(let wanted): type == nil || type == wanted
      case .keepTypes(let wanted): type.map(wanted.contains) ?? true
      case .drop: type == nil
      case .dropType(let unwanted): type != unwanted
      case .dropTypes(let unwanted): !(type.map(unwanted.contains) ?? false)
      }
    }
  }

  /// The events to keep, by their kind of system real-time message.
  public enum SysRealTimeTypes: Sendable, Hashable {
    /// Only these messages.
    case only
    /// Only these messages of one type.
    case onlyType(SysRealTimeType)
    /// Only these messages of some types.
    case onlyTypes(Set<SysRealTimeType>)
    /// Among these messages, those of one type; all others pass.
    case keepType(SysRealTimeType)
    /// Among these messages, those of some types; all others pass.
    case keepTypes(Set<SysRealTimeType>)
    /// All but these messages.
    case drop
    /// All but these messages of one type.
    case dropType(SysRealTimeType)
    /// All but these messages of some types.
    case dropTypes(Set<SysRealTimeType>)

    /// Returns whether an event stays.
    ///
    /// Thread: any.
    public func accepts(_ event: MIDIEvent) -> Bool {
      let type = event.sysRealTimeType
      return switch self {
      case .only: type != nil
      case .onlyType(let wanted): type == wanted
      case .onlyTypes(let wanted): type.map(wanted.contains) ?? false
      case .keepType(let wanted): type == nil || type == wanted
      case .keepTypes(let wanted): type.map(wanted.contains) ?? true
      case .drop: type == nil
      case .dropType(let unwanted): type != unwanted
      case .dropTypes(let unwanted): !(type.map(unwanted.contains) ?? false)
      }
    }
  }

  /// The events to keep, by their kind of utility message.
  public enum UtilityTypes: Sendable, Hashable {
    /// Only these messages.
    case only
    /// Only these messages of one type.
    case onlyType(UtilityType)
    /// Only these messages of some types.
    case onlyTypes(Set<UtilityType>)
    /// Among these messages, those of one type; all others pass.
    case keepType(UtilityType)
    /// Among these messages, those of some types; all others pass.
    case keepTypes(Set<UtilityType>)
    /// All but these messages.
    case drop
    /// All but these messages of one type.
    case dropType(UtilityType)
    /// All but these messages of some types.
    case dropTypes(Set<UtilityType>)

    /// Returns whether an event stays.
    ///
    /// Thread: any.
    public func accepts(_ event: MIDIEvent) -> Bool {
      let type = event.utilityType
      return switch self {
      case .only: type != nil
      case .onlyType(let wanted): type == wanted
      case .onlyTypes(let wanted): type.map(wanted.contains) ?? false
      case .keepType(let wanted): type == nil || type == wanted
      case .keepTypes(let wanted): type.map(wanted.contains) ?? true
      case .drop: type == nil
      case .dropType(let unwanted): type != unwanted
      case .dropTypes(let unwanted): !(type.map(unwanted.contains) ?? false)
      }
    }
  }
}
