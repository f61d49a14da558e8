/// The position of a packet in a message of several packets.
///
/// The corresponding standard is M2-104-UM, "Form" and "Format" of system exclusive, flex data and
/// stream messages, which all number them alike.
public enum PacketForm: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// The complete message is in this packet.
  case complete

  /// The message starts here, and continues in another packet.
  case start

  /// The message continues from previous and to following packets.
  case `continue`

  /// The message ends.
  case end

  /// Creates a form from its two bits; higher bits are ignored.
  @_noLocks
  init(bits: UInt32) {
    switch bits & 3 {
    case 0: self = .complete
    case 1: self = .start
    case 2: self = .continue
    default: self = .end
    }
  }

  /// The two bits that encode the form.
  ///
  /// No raw values: those that the compiler writes may not be called on the render path.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .complete: 0
      case .start: 1
      case .continue: 2
      case .end: 3
      }
    }
  }

  /// Creates the form of a packet by its place in the message.
  @_noLocks
  init(isFirst: Bool, isLast: Bool) {
    self = isFirst ? (isLast ? .complete : .start) : (isLast ? .end : .continue)
  }

  /// Whether the message starts in the packet.
  public var isFirst: Bool {
    @_noLocks get { bits < 2 }
  }

  /// Whether the message ends in the packet.
  public var isLast: Bool {
    @_noLocks get { bits == 0 || bits == 3 }
  }
}
