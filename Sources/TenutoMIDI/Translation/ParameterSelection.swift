/// The parameter that a MIDI 1.0 channel has selected (RPN or NRPN), and its value so far.
struct ParameterSelection: BitwiseCopyable, Sendable {
  private var isRegistered = false

  /// The two halves of the number, `none` while one is missing.
  private var bank = Self.none
  private var index = Self.none

  /// The last data entry MSB since the selection, `none` while there is none.
  private var valueMSB = Self.none

  /// Whether that MSB waits for its LSB.
  private(set) var isPending = false

  @_noLocks
  init() {}

  /// Takes one half of the parameter's number, from controllers 98 to 101.
  @_noLocks
  mutating func select(controller: UInt8, value: UInt8) {
    let registered = controller >= 100
    if registered != isRegistered { self = ParameterSelection() }
    isRegistered = registered
    if controller & 1 == 1 { bank = value } else { index = value }
    valueMSB = Self.none
    isPending = false
  }

  /// Takes a data entry MSB, which then waits for its LSB.
  @_noLocks
  mutating func takeMSB(_ value: UInt8) {
    guard isComplete else { return }
    valueMSB = value
    isPending = true
  }

  /// Takes a data entry LSB, and returns the controller that it completes.
  ///
  /// A further LSB without a new MSB is a fine adjustment of the value before it.
  @_noLocks
  mutating func takeLSB(_ value: UInt8, group: UInt8, channel: UInt8) -> UMP? {
    guard isComplete, valueMSB != Self.none else { return nil }
    isPending = false
    return controller(lsb: value, group: group, channel: channel)
  }

  /// Returns the controller of an MSB that waits, as if an LSB of 0 had come.
  @_noLocks
  mutating func flush(group: UInt8, channel: UInt8) -> UMP? {
    guard isPending else { return nil }
    isPending = false
    return controller(lsb: 0, group: group, channel: channel)
  }
}

extension ParameterSelection {
  /// Marks a byte that has not come; no data byte has this value.
  private static var none: UInt8 {
    @_noLocks get { 0xFF }
  }

  /// Whether both halves of a number are known, and it is not the null parameter 127/127.
  private var isComplete: Bool {
    @_noLocks get {
      bank != Self.none && index != Self.none && !(bank == 0x7F && index == 0x7F)
    }
  }

  @_noLocks
  private func controller(lsb: UInt8, group: UInt8, channel: UInt8) -> UMP {
    let value = MIDIScaling.up14To32(UInt16(valueMSB) << 7 | UInt16(lsb))
    let event: VoiceEvent =
      isRegistered
      ? .registeredController(channel: channel, bank: bank, index: index, value: value)
      : .assignableController(channel: channel, bank: bank, index: index, value: value)
    return event.ump(group: group)
  }
}
