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
