internal import TenutoMIDI

/// The state of a channel that a journal can restore.
///
/// Both ends keep one: the sender writes the journal from it, and the receiver compares the journal
/// with it. Values that were never set, or were reset, are `unset`.
struct ChannelState: Equatable, Sendable {
  static let unset: UInt8 = 0xFF

  /// Maximum number of parameters per channel, so that a peer cannot exhaust memory.
  private static let maximumParameters = 256

  /// Maximum count of note ons for one key.
  static let maximumNoteCount: UInt8 = 16

  var program = Self.unset
  /// The bank that the program was selected from.
  var bank: ProgramChapter.Bank?
  var controllers = [UInt8](repeating: Self.unset, count: 128)
  /// Number of switches of the pedals 64 to 69, modulo 64.
  var toggles = [UInt8](repeating: 0, count: 6)
  /// Number of channel mode messages 120 to 127 sent, modulo 64.
  var modeCounts = [UInt8](repeating: 0, count: 8)
  /// The pitch wheel, 14 bits.
  var wheel: UInt16?
  var pressure = Self.unset
  var polyPressures = [UInt8](repeating: Self.unset, count: 128)
  /// Number of note ons of each key since its last note off, which ends them all.
  private(set) var noteCounts = [UInt8](repeating: 0, count: 128)
  /// Number of keys with a count.
  private var soundingKeys = 0
  var velocities = [UInt8](repeating: 0, count: 128)
  var selection = ParameterSelection()
  private(set) var parameters: [ParameterKey: ParameterValue] = [:]

  /// The notes that are on.
  var soundingNotes: [UInt8] { (0..<128).filter { noteCounts[Int($0)] > 0 } }

  /// Whether a note or a pedal is on.
  var isSounding: Bool {
    soundingKeys > 0 || (64..<70).contains { (64..<128).contains(controllers[$0]) }
  }

  /// Takes a channel message.
  mutating func apply(_ ump: UMP) {
    let note = Int(ump.data1 & 0x7F)
    switch ump.opcode {
    case 0x8: endNote(note)
    case 0x9 where ump.data2 == 0: endNote(note)
    case 0x9:
      if noteCounts[note] == 0 { soundingKeys += 1 }
      noteCounts[note] = min(noteCounts[note] + 1, Self.maximumNoteCount)
      velocities[note] = ump.data2
    case 0xA: polyPressures[note] = ump.data2
    case 0xB: applyController(ump.data1 & 0x7F, ump.data2 & 0x7F)
    case 0xC: choose(program: ump.data1 & 0x7F)
    case 0xD: pressure = ump.data1
    default: wheel = UInt16(ump.data2 & 0x7F) << 7 | UInt16(ump.data1 & 0x7F)
    }
  }

  private mutating func endNote(_ note: Int) {
    guard noteCounts[note] > 0 else { return }
    noteCounts[note] = 0
    soundingKeys -= 1
  }

  private mutating func choose(program: UInt8) {
    self.program = program
    let (msb, lsb) = (controllers[0], controllers[32])
    if msb != Self.unset || lsb != Self.unset {
      bank = ProgramChapter.Bank(
        msb: msb == Self.unset ? 0 : msb, lsb: lsb == Self.unset ? 0 : lsb)
    }
  }

  private mutating func applyController(_ number: UInt8, _ value: UInt8) {
    let old = controllers[Int(number)]
    switch number {
    case 6, 38, 96, 97: return enter(number, value)
    case 98...101: selection.select(controller: number, value)
    case 64...69:
      let wasOn = old != Self.unset && old >= 64
      if wasOn != (value >= 64) { toggles[Int(number) - 64] = (toggles[Int(number) - 64] + 1) & 63 }
    case 120...127: applyMode(number)
    default: break
    }
    controllers[Int(number)] = value
  }

  private mutating func applyMode(_ number: UInt8) {
    modeCounts[Int(number) - 120] = (modeCounts[Int(number) - 120] + 1) & 63
    switch number {
    case 121: resetControllers()
    case 122: break
    default: (noteCounts, soundingKeys) = ([UInt8](repeating: 0, count: 128), 0)
    }
    // Each of the two undoes the other.
    if number >= 124 { controllers[Int(number ^ 1)] = Self.unset }
  }

  /// The controllers that Reset All Controllers resets (MIDI RP-015).
  static let resetControllerNumbers: [UInt8] = [1, 11] + Array(64...69)

  private mutating func resetControllers() {
    for number in Self.resetControllerNumbers { controllers[Int(number)] = Self.unset }
    toggles = [UInt8](repeating: 0, count: 6)
    wheel = nil
    pressure = Self.unset
    polyPressures = [UInt8](repeating: Self.unset, count: 128)
    selection = ParameterSelection()
  }

  private mutating func enter(_ number: UInt8, _ value: UInt8) {
    guard let key = selection.key else { return }
    guard parameters[key] != nil || parameters.count < Self.maximumParameters else { return }
    parameters[key, default: ParameterValue()].enter(number, value)
  }
}

/// The number of a parameter.
struct ParameterKey: Hashable, Sendable {
  var isNonRegistered: Bool
  var number: UInt16

  var msb: UInt8 { UInt8(number >> 7 & 0x7F) }
  var lsb: UInt8 { UInt8(number & 0x7F) }
}

/// The value of a parameter.
struct ParameterValue: Equatable, Sendable {
  var msb: UInt8?
  var lsb: UInt8?
  /// Increments minus decrements since the last data entry.
  var buttons = 0

  /// Applies a data entry, increment or decrement.
  mutating func enter(_ controller: UInt8, _ value: UInt8) {
    switch controller {
    case 6: (msb, buttons) = (value, 0)
    case 38: (lsb, buttons) = (value, 0)
    case 96: buttons = min(buttons + 1, 0x3FFF)
    default: buttons = max(buttons - 1, -0x3FFF)
    }
  }
}

/// The parameter that data entries apply to.
struct ParameterSelection: Equatable, Sendable {
  var isNonRegistered = false
  var msb: UInt8 = 0x7F
  var lsb: UInt8 = 0x7F

  /// Whether only the first half of a number has arrived.
  var isPending: Bool { msb != 0x7F && lsb == 0x7F }

  /// The parameter; nil for none.
  var key: ParameterKey? {
    guard msb != 0x7F || lsb != 0x7F else { return nil }
    return ParameterKey(isNonRegistered: isNonRegistered, number: UInt16(msb) << 7 | UInt16(lsb))
  }

  /// Applies one of the controllers 98 to 101.
  mutating func select(controller: UInt8, _ value: UInt8) {
    let isOther = controller < 100
    if isOther != isNonRegistered { (msb, lsb) = (0x7F, 0x7F) }
    isNonRegistered = isOther
    if controller & 1 != 0 { msb = value } else { lsb = value }
  }
}
