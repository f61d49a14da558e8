extension MIDIEvent {
  /// The attribute of a MIDI 2.0 note, besides its velocity.
  public enum NoteAttribute: Sendable, Hashable {
    /// Nothing.
    case none
    /// Manufacturer-specific data.
    case manufacturerSpecific(data: UInt16)
    /// Data specific to the current profile.
    case profileSpecific(data: UInt16)
    /// The pitch in semitones: 7 bits before the point, 9 after it.
    case pitch7_9(Pitch7_9)
    /// A type of attribute that is not defined.
    case undefined(attributeType: UInt8, data: UInt16)

    /// Creates an attribute from the fields of a packet.
    ///
    /// Thread: any.
    public init(type: UInt8, data: UInt16) {
      switch type {
      case 0 where data == 0: self = .none
      case 1: self = .manufacturerSpecific(data: data)
      case 2: self = .profileSpecific(data: data)
      case 3: self = .pitch7_9(Pitch7_9(data))
      default: self = .undefined(attributeType: type, data: data)
      }
    }

    /// The type as encoded in a packet.
    public var attributeType: UInt8 {
      switch self {
      case .none: 0
      case .manufacturerSpecific: 1
      case .profileSpecific: 2
      case .pitch7_9: 3
      case .undefined(let type, _): type
      }
    }

    /// The data as encoded in a packet.
    public var attributeData: UInt16 {
      switch self {
      case .none: 0
      case .manufacturerSpecific(let data), .profileSpecific(let data), .undefined(_, let data):
        data
      case .pitch7_9(let pitch): pitch.uInt16Value
      }
    }

    /// Returns a pitch of whole semitones and a fraction, in steps of 1/512.
    ///
    /// Thread: any.
    public static func pitch7_9(coarse: UInt7, fine: UInt9) -> NoteAttribute {
      .pitch7_9(Pitch7_9(coarse: coarse, fine: fine))
    }
  }
}
