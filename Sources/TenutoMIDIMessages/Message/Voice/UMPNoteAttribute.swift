/// The attribute of a MIDI 2.0 note besides its velocity, such as its exact pitch.
///
/// The corresponding standard is M2-104-UM, "Note On/Off Attribute".
public struct UMPNoteAttribute: BitwiseCopyable, Sendable, Hashable {
  /// The kind of the attribute: 0 none, 1 manufacturer-specific, 2 profile-specific, 3 pitch 7.9.
  public var type: UInt8

  /// The attribute's value.
  public var data: UInt16

  /// Creates an attribute.
  ///
  /// Thread: any.
  @_noLocks
  public init(type: UInt8, data: UInt16) {
    self.type = type
    self.data = data
  }

  /// No attribute.
  public static var none: UMPNoteAttribute {
    @_noLocks get { UMPNoteAttribute(type: 0, data: 0) }
  }

  /// Creates an attribute that the manufacturer defines.
  ///
  /// Thread: any.
  @_noLocks
  public static func manufacturerSpecific(_ data: UInt16) -> UMPNoteAttribute {
    UMPNoteAttribute(type: 1, data: data)
  }

  /// Creates an attribute that a profile defines.
  ///
  /// Thread: any.
  @_noLocks
  public static func profileSpecific(_ data: UInt16) -> UMPNoteAttribute {
    UMPNoteAttribute(type: 2, data: data)
  }

  /// Creates a pitch: 7 bits of semitones and 9 bits of their fractions.
  ///
  /// Thread: any.
  @_noLocks
  public static func pitch7_9(_ data: UInt16) -> UMPNoteAttribute {
    UMPNoteAttribute(type: 3, data: data)
  }
}
