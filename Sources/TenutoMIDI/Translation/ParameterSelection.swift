/// The parameter that a MIDI 1.0 channel has selected (RPN or NRPN), and its value so far.
struct ParameterSelection: BitwiseCopyable, Sendable {
  private var isRegistered = false

  /// The two halves of the number, `none` while one is missing.
  private var bank = Self.none
  private var index = Self.none

  /// The two halves of the value since the selection, `none` while one is missing.
  private var valueMSB = Self.none
  private var valueLSB = Self.none

  /// Whether the sender's LSB precedes its MSB, as the first half after the selection showed.
  private var startsWithLSB = false

  /// Whether one half of the value waits for the other.
  private(set) var isPending = false

  @_noLocks
  init() {}

  /// Takes one half of the parameter's number, from controllers 98 to 101.
  @_noLocks
  mutating func select(controller: UInt8, value: UInt8) {
    let registered = controller >= 100
    var next = ParameterSelection()
    next.isRegistered = registered
    if registered == isRegistered {
      next.bank = bank
      next.index = index
    }
    if controller & 1 == 1 { next.bank = value } else { next.index = value }
    self = next
  }

  /// Takes a data entry MSB, and returns the controller that it completes or supersedes.
  @_noLocks
  mutating func takeMSB(_ value: UInt8, group: UInt8, channel: UInt8) -> UMP? {
    guard isComplete else { return nil }
    if startsWithLSB || isMPEConfiguration {
      valueMSB = value
      isPending = false
      return controller(group: group, channel: channel)
    }
    let waiting = flush(group: group, channel: channel)
    valueMSB = value
    valueLSB = Self.none
    isPending = true
    return waiting
  }

  /// Takes a data entry LSB, and returns the controller that it completes or supersedes.
  ///
  /// A further LSB without a new MSB is a fine adjustment of the previous value.
  @_noLocks
  mutating func takeLSB(_ value: UInt8, group: UInt8, channel: UInt8) -> UMP? {
    guard isComplete, !isMPEConfiguration else { return nil }
    if valueMSB != Self.none && !startsWithLSB {
      valueLSB = value
      isPending = false
      return controller(group: group, channel: channel)
    }
    let waiting = flush(group: group, channel: channel)
    startsWithLSB = true
    valueLSB = value
    isPending = true
    return waiting
  }

  /// Returns the controller of a waiting half, with 0 for the other.
  @_noLocks
  mutating func flush(group: UInt8, channel: UInt8) -> UMP? {
    guard isPending else { return nil }
    isPending = false
    return controller(group: group, channel: channel)
  }
}

extension ParameterSelection {
  /// Stands for a missing byte; no data byte has this value.
  private static var none: UInt8 {
    @_noLocks get { 0xFF }
  }

  /// Whether both halves of a number are known, and it is not the null parameter 127/127.
  private var isComplete: Bool {
    @_noLocks get {
      bank != Self.none && index != Self.none && !(bank == 0x7F && index == 0x7F)
    }
  }

  /// Whether it is RPN 0/6, whose value is only an MSB.
  private var isMPEConfiguration: Bool {
    @_noLocks get { isRegistered && bank == 0 && index == 6 }
  }

  @_noLocks
  private func controller(group: UInt8, channel: UInt8) -> UMP {
    let high = valueMSB == Self.none ? 0 : UInt16(valueMSB)
    let low = valueLSB == Self.none ? 0 : UInt16(valueLSB)
    let value = MIDIScaling.up14To32(high << 7 | low)
    let event: VoiceEvent =
      isRegistered
      ? .registeredController(channel: channel, bank: bank, index: index, value: value)
      : .assignableController(channel: channel, bank: bank, index: index, value: value)
    return event.ump(group: group)
  }
}
