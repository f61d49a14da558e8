extension MIDIEvent {
  /// The events to keep, by their kind of channel voice message.
  ///
  /// `only…` drops events other than channel voice messages; `keep…` and `drop…` let them pass.
  public enum ChanVoiceTypes: Sendable, Hashable {
    /// Only channel voice messages.
    case only
    /// Only events of one type.
    case onlyType(ChanVoiceType)
    /// Only events of some types.
    case onlyTypes(Set<ChanVoiceType>)
    /// Only events of one channel.
    case onlyChannel(UInt4)
    /// Only events of some channels.
    case onlyChannels([UInt4])
    /// Only control changes of one controller.
    case onlyCC(CC.Controller)
    /// Only control changes of some controllers.
    case onlyCCs([CC.Controller])
    /// Only note ons and offs in a range.
    case onlyNotesInRange(ClosedRange<UInt7>)
    /// Only note ons and offs in some ranges.
    case onlyNotesInRanges([ClosedRange<UInt7>])
    /// Among channel voice messages, those of one type.
    case keepType(ChanVoiceType)
    /// Among channel voice messages, those of some types.
    case keepTypes(Set<ChanVoiceType>)
    /// Among channel voice messages, those of one channel.
    case keepChannel(UInt4)
    /// Among channel voice messages, those of some channels.
    case keepChannels([UInt4])
    /// Among control changes, those of one controller.
    case keepCC(CC.Controller)
    /// Among control changes, those of some controllers.
    case keepCCs([CC.Controller])
    /// Of the note ons and offs those in a range.
    case keepNotesInRange(ClosedRange<UInt7>)
    /// Of the note ons and offs those in some ranges.
    case keepNotesInRanges([ClosedRange<UInt7>])
    /// No channel voice messages.
    case drop
    /// No events of one type.
    case dropType(ChanVoiceType)
    /// None of some types.
    case dropTypes(Set<ChanVoiceType>)
    /// No events of one channel.
    case dropChannel(UInt4)
    /// None of some channels.
    case dropChannels([UInt4])
    /// No control changes of one controller.
    case dropCC(CC.Controller)
    /// No control changes of some controllers.
    case dropCCs([CC.Controller])
    /// No note ons and offs in a range.
    case dropNotesInRange(ClosedRange<UInt7>)
    /// No note ons and offs in some ranges.
    case dropNotesInRanges([ClosedRange<UInt7>])
  }
}

extension MIDIEvent.ChanVoiceTypes {
  /// Returns whether an event stays.
  ///
  /// Thread: any.
  public func accepts(_ event: MIDIEvent) -> Bool {
    switch self {
    case .only: event.isChannelVoice
    case .onlyType(let type): Self.fits([type], event.chanVoiceType) ?? false
    case .onlyTypes(let types): Self.fits(types, event.chanVoiceType) ?? false
    case .keepType(let type): Self.fits([type], event.chanVoiceType) ?? true
    case .keepTypes(let types): Self.fits(types, event.chanVoiceType) ?? true
    case .drop: !event.isChannelVoice
    case .dropType(let type): !(Self.fits([type], event.chanVoiceType) ?? false)
    case .dropTypes(let types): !(Self.fits(types, event.chanVoiceType) ?? false)
    default: acceptsChannel(event) ?? acceptsController(event) ?? acceptsNote(event) ?? true
    }
  }

  /// Returns whether a rule about channels keeps the event; nil if it is another rule.
  private func acceptsChannel(_ event: MIDIEvent) -> Bool? {
    switch self {
    case .onlyChannel(let channel): Self.fits([channel], event.channel) ?? false
    case .onlyChannels(let channels): Self.fits(channels, event.channel) ?? false
    case .keepChannel(let channel): Self.fits([channel], event.channel) ?? true
    case .keepChannels(let channels): Self.fits(channels, event.channel) ?? true
    case .dropChannel(let channel): !(Self.fits([channel], event.channel) ?? false)
    case .dropChannels(let channels): !(Self.fits(channels, event.channel) ?? false)
    default: nil
    }
  }

  /// Returns whether a rule about controllers keeps the event; nil if it is another rule.
  private func acceptsController(_ event: MIDIEvent) -> Bool? {
    let controller: MIDIEvent.CC.Controller? =
      if case .cc(let change) = event { change.controller } else { nil }
    return switch self {
    case .onlyCC(let wanted): Self.fits([wanted], controller) ?? false
    case .onlyCCs(let wanted): Self.fits(wanted, controller) ?? false
    case .keepCC(let wanted): Self.fits([wanted], controller) ?? true
    case .keepCCs(let wanted): Self.fits(wanted, controller) ?? true
    case .dropCC(let unwanted): !(Self.fits([unwanted], controller) ?? false)
    case .dropCCs(let unwanted): !(Self.fits(unwanted, controller) ?? false)
    default: nil
    }
  }

  /// Returns whether a rule about notes keeps the event; nil if it is another rule.
  private func acceptsNote(_ event: MIDIEvent) -> Bool? {
    let note: UInt7? =
      switch event {
      case .noteOn(let note): note.note.number
      case .noteOff(let note): note.note.number
      default: nil
      }
    func isIn(_ ranges: [ClosedRange<UInt7>]) -> Bool? {
      note.map { note in ranges.contains { $0.contains(note) } }
    }
    return switch self {
    case .onlyNotesInRange(let range): isIn([range]) ?? false
    case .onlyNotesInRanges(let ranges): isIn(ranges) ?? false
    case .keepNotesInRange(let range): isIn([range]) ?? true
    case .keepNotesInRanges(let ranges): isIn(ranges) ?? true
    case .dropNotesInRange(let range): !(isIn([range]) ?? false)
    case .dropNotesInRanges(let ranges): !(isIn(ranges) ?? false)
    default: nil
    }
  }

  /// Returns whether a value is among the wanted ones; nil without a value.
  private static func fits<Value: Equatable>(
    _ wanted: some Sequence<Value>, _ value: Value?
  ) -> Bool? {
    value.map { value in wanted.contains(value) }
  }
}
