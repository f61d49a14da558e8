/// The bank of a program change, if it selects one.
///
/// Neither an `Optional` nor a magic number, so that `VoiceEvent` matches the packet.
public struct BankSelect: BitwiseCopyable, Sendable, Hashable {
  /// Whether the program change selects a bank; otherwise the bank stays unchanged.
  public var isValid: Bool

  /// The high 7 bits, MIDI 1.0 controller 0.
  public var msb: UInt8

  /// The low 7 bits, MIDI 1.0 controller 32.
  public var lsb: UInt8

  /// Creates a bank selection.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(msb: UInt8, lsb: UInt8) {
    isValid = true
    self.msb = msb & 0x7F
    self.lsb = lsb & 0x7F
  }

  @usableFromInline
  @_noLocks
  init() {
    isValid = false
    msb = 0
    lsb = 0
  }

  /// No bank: the program comes from the current bank.
  @inlinable
  public static var unchanged: BankSelect {
    @_noLocks get { BankSelect() }
  }

  /// The bank as one number, 0 to 16383.
  @inlinable
  public var number: UInt16 {
    @_noLocks get { UInt16(msb) << 7 | UInt16(lsb) }
  }
}
