/// Turns the events of one track into packets, and joins a SysEx split over several events.
package struct TrackPlayer {
  /// The bytes of a SysEx that is not complete, without its F0.
  private var sysEx: [UInt8]?

  package init() {}

  package mutating func play(_ message: TrackEvent.Message) -> PacketStream {
    switch message {
    case .channel(let channel):
      return PacketStream(channel.ump())
    case .sysEx(let data):
      sysEx = nil
      return extendSysEx(data)
    case .escape(let data):
      return sysEx == nil ? PacketStream(data) : extendSysEx(data)
    case .meta:
      return PacketStream()
    }
  }

  /// Adds data to the open SysEx, and returns its packets when it is complete.
  ///
  /// In place: copies would take quadratic time over a SysEx of very many small parts.
  private mutating func extendSysEx(_ data: [UInt8]) -> PacketStream {
    if sysEx == nil { sysEx = data } else { sysEx?.append(contentsOf: data) }
    guard data.last == 0xF7, let whole = sysEx else { return PacketStream() }
    sysEx = nil
    return PacketStream(sysEx: whole)
  }
}

/// The packets of one event, created lazily.
package struct PacketStream: Sequence, IteratorProtocol {
  private var ump: UMP?
  private var bytes: [UInt8] = []
  private var position = 0
  private var parser = MIDI1Parser()

  /// No packets.
  init() {}

  /// One packet.
  init(_ ump: UMP) {
    self.ump = ump
  }

  /// The packets of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The packets of a SysEx without its F0.
  init(sysEx bytes: [UInt8]) {
    self.bytes = bytes
    _ = parser.parse(0xF0)
  }

  package mutating func next() -> UMP? {
    if let only = ump {
      ump = nil
      return only
    }
    while position < bytes.count {
      position += 1
      if let packet = parser.parse(bytes[position - 1]) { return packet }
    }
    return nil
  }
}
