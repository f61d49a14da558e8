/// A packet with its time, by frame or by the host's clock.
public protocol TimedPacket: BitwiseCopyable, Sendable, Hashable {
  /// What counts the time.
  associatedtype Time: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable

  /// When it happens.
  var time: Time { get set }

  /// What happens.
  var ump: UMP { get set }
}

extension TimedUMP: TimedPacket {
  /// When it happens: the frame offset.
  @inlinable
  public var time: UInt32 {
    get { frameOffset }
    set { frameOffset = newValue }
  }
}

extension HostTimedUMP: TimedPacket {
  /// When it happens: the host's time.
  @inlinable
  public var time: UInt64 {
    get { hostTime }
    set { hostTime = newValue }
  }
}
