/// The three codes that name a component: type, subtype and manufacturer, written `aumu saw1 Tnto`.
///
/// The corresponding Audio Unit type is `AudioComponentDescription`.
public struct ComponentCode: Hashable, Sendable, BitwiseCopyable {
  /// The kind of component, such as `aumu`.
  public let type: FourCharacterCode
  /// The code of the component, unique for its manufacturer.
  public let subtype: FourCharacterCode
  /// The manufacturer.
  public let manufacturer: FourCharacterCode

  /// Names a component by its three codes.
  public init(
    type: FourCharacterCode, subtype: FourCharacterCode, manufacturer: FourCharacterCode
  ) {
    self.type = type
    self.subtype = subtype
    self.manufacturer = manufacturer
  }

  /// Reads `"aumu saw1 Tnto"`: three codes of four characters with one space between them.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 14, bytes[4] == 0x20, bytes[9] == 0x20 else { return nil }
    func code(_ start: Int) -> FourCharacterCode? {
      FourCharacterCode(String(decoding: bytes[start..<start + 4], as: UTF8.self))
    }
    guard let type = code(0), let subtype = code(5), let manufacturer = code(10) else {
      return nil
    }
    self.init(type: type, subtype: subtype, manufacturer: manufacturer)
  }
}

extension ComponentCode: CustomStringConvertible {
  /// The codes with spaces between them.
  public var description: String { "\(type) \(subtype) \(manufacturer)" }
}

/// Known component codes are string literals.
extension ComponentCode: ExpressibleByStringLiteral {
  /// Reads a literal; a malformed one is a programmer error and traps at runtime.
  public init(stringLiteral text: String) {
    guard let code = ComponentCode(text) else {
      preconditionFailure("'\(text)' is not a component code; write 'aumu saw1 Tnto'")
    }
    self = code
  }
}

/// The kinds of component, with Audio Unit's codes.
public enum ComponentKind: String, CaseIterable, Sendable {
  /// Turns MIDI into sound. The corresponding Audio Unit constant is `kAudioUnitType_MusicDevice`.
  case instrument = "aumu"
  /// Turns sound into sound. The corresponding constant is `kAudioUnitType_Effect`.
  case effect = "aufx"
  /// An effect that takes MIDI too. The corresponding constant is `kAudioUnitType_MusicEffect`.
  case musicEffect = "aumf"
  /// Turns MIDI into MIDI. The corresponding constant is `kAudioUnitType_MIDIProcessor`.
  case midiProcessor = "aumi"
  /// Makes sound without input. The corresponding constant is `kAudioUnitType_Generator`.
  case generator = "augn"
}

extension ComponentCode {
  /// The kind of the type code; nil for a type that Audio Unit does not have.
  public var kind: ComponentKind? { ComponentKind(rawValue: type.description) }
}
