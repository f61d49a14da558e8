/// One Universal MIDI Packet of one to four 32-bit words.
///
/// A plain value that can be copied through sockets and shared memory; all its functions are safe
/// on the render thread. Nothing is validated at creation, because a packet may come from an
/// untrusted process; readers check `messageType` and ignore unknown packets.
///
/// The corresponding standard is MIDI 2.0 UMP (M2-104-UM).
public struct UMP: BitwiseCopyable, Sendable, Hashable {
  /// The first word: message type, group, status and the first data.
  public var word0: UInt32

  /// The second word, 0 in a packet of one word.
  public var word1: UInt32

  /// The third word, 0 in a packet of one or two words.
  public var word2: UInt32

  /// The fourth word, 0 in a packet of fewer than four words.
  public var word3: UInt32

  /// Creates a packet from its words; leave the words that it does not have at 0.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(_ w0: UInt32, _ w1: UInt32 = 0, _ w2: UInt32 = 0, _ w3: UInt32 = 0) {
    word0 = w0
    word1 = w1
    word2 = w2
    word3 = w3
  }

  /// Returns whether two packets are equal in all four stored words.
  ///
  /// Thread: any. Written out because a synthesised `==` may not be called on the render path.
  @inlinable
  @_noLocks
  public static func == (left: UMP, right: UMP) -> Bool {
    left.word0 == right.word0 && left.word1 == right.word1
      && left.word2 == right.word2 && left.word3 == right.word3
  }
}

extension UMP {
  /// Returns the number of words for a message type, 1 to 4, reserved types included.
  ///
  /// Thread: any. Only the low four bits of `messageType` count.
  ///
  /// The corresponding standard is M2-104-UM, table "Message Type Allocation".
  @inlinable
  @_noLocks
  public static func wordCount(messageType: UInt8) -> Int {
    switch messageType & 0xF {
    case 0x0, 0x1, 0x2, 0x6, 0x7: 1
    case 0x3, 0x4, 0x8, 0x9, 0xA: 2
    case 0xB, 0xC: 3
    default: 4
    }
  }

  /// The number of words that belong to the packet, 1 to 4.
  @inlinable
  public var wordCount: Int {
    @_noLocks get { Self.wordCount(messageType: messageType) }
  }
}

extension UMP {
  /// Whether the packet's type has groups: all but utility (0) and UMP Stream (15).
  @inlinable
  public var hasGroup: Bool {
    @_noLocks get { messageType != 0x0 && messageType != 0xF }
  }

  /// Moves the packet to a group, 0 to 15; packets without a group stay unchanged.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public mutating func moveToGroup(_ group: UInt8) {
    if hasGroup { word0 = word0 & 0xF0FF_FFFF | UInt32(group & 0xF) << 24 }
  }
}
