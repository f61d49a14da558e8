extension MIDIEvent {
  /// A registered parameter (RPN) and its value in MIDI 1.0's resolution.
  ///
  /// A data entry that is nil counts as 0.
  public enum RegisteredController: Sendable, Hashable {
    /// The range of the pitch wheel.
    case pitchBendSensitivity(semitones: UInt7, cents: UInt7)
    /// The tuning in steps of 100/8192 cents; 8192 is neutral.
    case channelFineTuning(UInt14)
    /// The tuning in semitones; 64 is neutral.
    case channelCoarseTuning(UInt7)
    /// The tuning program.
    case tuningProgramChange(number: UInt7)
    /// The tuning bank.
    case tuningBankSelect(number: UInt7)
    /// The range of the modulation wheel.
    case modulationDepthRange(dataEntryMSB: UInt7?, dataEntryLSB: UInt7?)
    /// The extent of an MPE zone.
    case mpeConfigurationMessage(dataEntryMSB: UInt7?, dataEntryLSB: UInt7?)
    /// No parameter: the following data entry has no meaning.
    case null
    /// The azimuth of a sound in space.
    case threeDimensionalAzimuthAngle(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The elevation of a sound in space.
    case threeDimensionalElevationAngle(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The gain of a sound in space.
    case threeDimensionalGain(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The distance of a sound in space.
    case threeDimensionalDistanceRatio(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The distance beyond which a sound gets no quieter.
    case threeDimensionalMaximumDistance(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The gain at that distance.
    case threeDimensionalGainAtMaximumDistance(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The reference of distances.
    case threeDimensionalReferenceDistanceRatio(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The width of a stereo sound in space.
    case threeDimensionalPanSpreadAngle(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// The roll of a stereo sound in space.
    case threeDimensionalRollAngle(dataEntryMSB: UInt7, dataEntryLSB: UInt7)
    /// Any other parameter.
    case raw(parameter: UInt7Pair, dataEntryMSB: UInt7?, dataEntryLSB: UInt7?)
  }
}

extension MIDIEvent.RegisteredController {
  /// Creates the parameter of a number.
  ///
  /// Thread: any.
  public init(parameter: UInt7Pair, data: UInt7Pair) {
    let (msb, lsb) = (data.msb, data.lsb)
    switch (parameter.msb.rawValue, parameter.lsb.rawValue) {
    case (0, let index): self = Self.common(index, parameter, data)
    case (0x3D, let index): self = Self.space(index, parameter, data)
    case (0x7F, 0x7F): self = .null
    default: self = .raw(parameter: parameter, dataEntryMSB: msb, dataEntryLSB: lsb)
    }
  }

  private static func common(_ index: UInt8, _ parameter: UInt7Pair, _ data: UInt7Pair) -> Self {
    let (msb, lsb) = (data.msb, data.lsb)
    switch index {
    case 0: return .pitchBendSensitivity(semitones: msb, cents: lsb)
    case 1:
      let tuning = Int(msb.rawValue) << 7 | Int(lsb.rawValue)
      return .channelFineTuning(UInt14(truncatingIfNeeded: tuning))
    case 2: return .channelCoarseTuning(msb)
    case 3: return .tuningProgramChange(number: msb)
    case 4: return .tuningBankSelect(number: msb)
    case 5: return .modulationDepthRange(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 6: return .mpeConfigurationMessage(dataEntryMSB: msb, dataEntryLSB: lsb)
    default: return .raw(parameter: parameter, dataEntryMSB: msb, dataEntryLSB: lsb)
    }
  }

  private static func space(_ index: UInt8, _ parameter: UInt7Pair, _ data: UInt7Pair) -> Self {
    let (msb, lsb) = (data.msb, data.lsb)
    switch index {
    case 0: return .threeDimensionalAzimuthAngle(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 1: return .threeDimensionalElevationAngle(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 2: return .threeDimensionalGain(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 3: return .threeDimensionalDistanceRatio(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 4: return .threeDimensionalMaximumDistance(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 5: return .threeDimensionalGainAtMaximumDistance(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 6: return .threeDimensionalReferenceDistanceRatio(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 7: return .threeDimensionalPanSpreadAngle(dataEntryMSB: msb, dataEntryLSB: lsb)
    case 8: return .threeDimensionalRollAngle(dataEntryMSB: msb, dataEntryLSB: lsb)
    default: return .raw(parameter: parameter, dataEntryMSB: msb, dataEntryLSB: lsb)
    }
  }
}

extension MIDIEvent.RegisteredController {
  /// The parameter's number.
  public var parameterBytes: UInt7Pair { fields.number }

  /// The two bytes of the value; nil for none.
  public var dataEntryBytes: (msb: UInt7?, lsb: UInt7?) { (fields.msb, fields.lsb) }

  /// The value in MIDI 2.0's resolution.
  var value32: UInt32 {
    UInt7Pair(msb: fields.msb ?? 0, lsb: fields.lsb ?? 0).value32
  }

  private typealias Fields = (number: UInt7Pair, msb: UInt7?, lsb: UInt7?)

  private var fields: Fields {
    switch self {
    case .pitchBendSensitivity(let semitones, let cents): Self.fields(0, 0, semitones, cents)
    case .channelFineTuning(let tuning):
      Self.fields(
        0, 1, UInt7(truncatingIfNeeded: tuning.rawValue >> 7),
        UInt7(truncatingIfNeeded: tuning.rawValue))
    case .channelCoarseTuning(let value): Self.fields(0, 2, value, nil)
    case .tuningProgramChange(let value): Self.fields(0, 3, value, nil)
    case .tuningBankSelect(let value): Self.fields(0, 4, value, nil)
    case .modulationDepthRange(let msb, let lsb): Self.fields(0, 5, msb, lsb)
    case .mpeConfigurationMessage(let msb, let lsb): Self.fields(0, 6, msb, lsb)
    case .null: Self.fields(0x7F, 0x7F, nil, nil)
    case .raw(let parameter, let msb, let lsb): (parameter, msb, lsb)
    default: spaceFields
    }
  }

  private var spaceFields: Fields {
    switch self {
    case .threeDimensionalElevationAngle(let msb, let lsb): Self.fields(0x3D, 1, msb, lsb)
    case .threeDimensionalGain(let msb, let lsb): Self.fields(0x3D, 2, msb, lsb)
    case .threeDimensionalDistanceRatio(let msb, let lsb): Self.fields(0x3D, 3, msb, lsb)
    case .threeDimensionalMaximumDistance(let msb, let lsb): Self.fields(0x3D, 4, msb, lsb)
    case .threeDimensionalGainAtMaximumDistance(let msb, let lsb): Self.fields(0x3D, 5, msb, lsb)
    case .threeDimensionalReferenceDistanceRatio(let msb, let lsb): Self.fields(0x3D, 6, msb, lsb)
    case .threeDimensionalPanSpreadAngle(let msb, let lsb): Self.fields(0x3D, 7, msb, lsb)
    case .threeDimensionalRollAngle(let msb, let lsb): Self.fields(0x3D, 8, msb, lsb)
    case .threeDimensionalAzimuthAngle(let msb, let lsb): Self.fields(0x3D, 0, msb, lsb)
    default: Self.fields(0x7F, 0x7F, nil, nil)  // Not reached: `fields` has taken the others.
    }
  }

  private static func fields(
    _ bank: UInt7, _ index: UInt7, _ msb: UInt7?, _ lsb: UInt7?
  ) -> Fields {
    (UInt7Pair(msb: bank, lsb: index), msb, lsb)
  }
}
