/// A packet with its time, by frame or by the host's clock.
public protocol TimedPacket: BitwiseCopyable, Sendable, Hashable {
  /// The unit of the time.
  associatedtype Time: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable

  /// The time of the packet.
  var time: Time { get set }

  /// The packet.
  var ump: UMP { get set }
}

extension TimedUMP: TimedPacket {
  /// The time as a frame offset.
  @inlinable
  public var time: UInt32 {
    get { frameOffset }
    set { frameOffset = newValue }
  }
}

extension HostTimedUMP: TimedPacket {
  /// The time of the host's clock.
  @inlinable
  public var time: UInt64 {
    get { hostTime }
    set { hostTime = newValue }
  }
}
