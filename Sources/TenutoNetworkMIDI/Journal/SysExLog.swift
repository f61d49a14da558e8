/// A log of Chapter X: a System Exclusive message, or its part since the checkpoint (RFC 6295,
/// B.5).
///
/// ```
/// |S|T|C|F|D|L|STA|  TCOUNT  |  COUNT  |  FIRST …  |  DATA …  |
/// ```
package struct SysExLog: Equatable, Sendable {
  /// The progress of the message.
  package enum State: UInt8, Sendable {
    /// More of it follows.
    case open = 0
    /// It was cancelled.
    case cancelled = 1
    /// It is complete; its source omitted F7.
    case completeWithoutF7 = 2
    /// It is complete.
    case complete = 3
  }

  /// Whether the previous packet did not contain it.
  package var isSkippable: Bool
  /// Whether all messages of the history have a log, not only the last one of its kind.
  package var isOfList = true
  /// The progress of the message.
  package var state: State
  /// The number of the message among those of its kind, modulo 256.
  package var kindCount: UInt8?
  /// The number of the message in the stream, modulo 256.
  package var count: UInt8?
  /// The offset of the first byte of `data` in the message, without F0.
  package var first: UInt32 = 0
  /// The bytes; nil if the log has none.
  package var data: [UInt8]?

  /// Creates a log.
  package init(isSkippable: Bool, state: State, count: UInt8?, first: UInt32, data: [UInt8]?) {
    self.isSkippable = isSkippable
    self.state = state
    self.count = count
    self.first = first
    self.data = data
  }

  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.byte()
    isSkippable = header.flag
    isOfList = header & 0x04 != 0
    state = State(rawValue: header & 3) ?? .open
    if header & 0x40 != 0 { kindCount = try reader.byte() }
    if header & 0x20 != 0 { count = try reader.byte() }
    if header & 0x10 != 0 { first = try reader.variableLength() }
    guard header & 0x08 != 0 else { return }
    // The last byte of the data has its highest bit set.
    var bytes: [UInt8] = []
    while true {
      let byte = try reader.byte()
      bytes.append(byte.low7)
      if byte.flag { break }
    }
    data = bytes
  }

  /// Size of the log in bytes.
  var byteCount: Int {
    1 + (kindCount == nil ? 0 : 1) + (count == nil ? 0 : 1) + 4 + (data?.count ?? 0)
  }

  func write(to bytes: inout [UInt8]) {
    let hasData = data?.isEmpty == false
    let header: UInt8 =
      (isSkippable ? 0x80 : 0) | (kindCount == nil ? 0 : 0x40) | (count == nil ? 0 : 0x20)
      | (first == 0 ? 0 : 0x10) | (hasData ? 0x08 : 0) | (isOfList ? 0x04 : 0)
    bytes.append(header | state.rawValue)
    if let kindCount { bytes.append(kindCount) }
    if let count { bytes.append(count) }
    if first != 0 { bytes.append(variableLength: first) }
    guard let data, hasData else { return }
    bytes += data.dropLast()
    bytes.append(data[data.count - 1] | 0x80)
  }
}
