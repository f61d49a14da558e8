/// Turns the events of one track into packets, and joins a SysEx that stands in several events.
struct TrackPlayer {
  /// The bytes of a SysEx that is not complete, with its F0.
  private var sysEx: [UInt8]?

  init() {}

  mutating func play(_ message: TrackEvent.Message) -> [UMP] {
    switch message {
    case .channel(let channel):
      return [channel.ump()]
    case .sysEx(let data):
      sysEx = [0xF0]
      return extendSysEx(data)
    case .escape(let data):
      return sysEx == nil ? Self.parse(data) : extendSysEx(data)
    case .meta:
      return []
    }
  }

  /// Adds data to the open SysEx, and returns its packets at the end of it.
  ///
  /// In place: copying would take quadratic time over a SysEx of very many small parts.
  private mutating func extendSysEx(_ data: [UInt8]) -> [UMP] {
    sysEx?.append(contentsOf: data)
    guard data.last == 0xF7, let whole = sysEx else { return [] }
    sysEx = nil
    return Self.parse(whole)
  }

  private static func parse(_ bytes: [UInt8]) -> [UMP] {
    var parser = MIDI1Parser()
    return bytes.compactMap { parser.parse($0) }
  }
}
