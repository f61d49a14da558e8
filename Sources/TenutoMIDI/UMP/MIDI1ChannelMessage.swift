/// A MIDI 1.0 channel voice message of two or three bytes, valid by construction.
public struct MIDI1ChannelMessage: BitwiseCopyable, Sendable, Hashable {
  /// The status byte, 0x80 to 0xEF.
  public let status: UInt8

  /// The first data byte, 0 to 127.
  public let data1: UInt8

  /// The second data byte, 0 to 127; 0 if the message has none.
  public let data2: UInt8

  /// Creates a message; nil if the status is not a channel status or a data byte is above 127.
  ///
  /// Thread: any. A second data byte is dropped if the message has only one.
  @_noLocks
  public init?(status: UInt8, data1: UInt8, data2: UInt8 = 0) {
    guard status >= 0x80, status < 0xF0, data1 < 0x80, data2 < 0x80 else { return nil }
    self.status = status
    self.data1 = data1
    self.data2 = Self.dataByteCount(status: status) == 2 ? data2 : 0
  }

  /// The number of bytes with the status, 2 or 3.
  public var byteCount: Int {
    @_noLocks get { 1 + Self.dataByteCount(status: status) }
  }

  /// Returns the message as a packet of message type 2.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt8 = 0) -> UMP {
    UMP(messageType: 0x2, group: group, status: status, data1: data1, data2: data2)
  }

  /// Returns the number of data bytes after a channel status: 1 for program and channel pressure.
  @_noLocks
  static func dataByteCount(status: UInt8) -> Int {
    status & 0xE0 == 0xC0 ? 1 : 2
  }
}
