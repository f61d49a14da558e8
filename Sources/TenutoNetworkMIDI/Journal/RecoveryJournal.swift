/// The recovery journal of a packet (RFC 6295, section 5): the changes since the checkpoint, for a
/// receiver that has lost packets.
///
/// ```
/// |S|Y|A|H|TOTCHAN|   checkpoint sequence number  |
/// ```
///
/// The S bits of the journal are named `isSkippable`: a receiver that lost only one packet may skip
/// a part with this bit.
package struct RecoveryJournal: Equatable, Sendable {
  /// The first packet whose changes are in the journal, modulo 2^16.
  package var checkpoint: UInt16
  /// Whether a controller may have several logs (enhanced Chapter C).
  package var isEnhanced = false
  /// Changes outside the channels.
  package var system: SystemJournal?
  /// Changes of channels, in order, each channel at most once.
  package var channels: [ChannelJournal] = []

  /// Creates a journal without changes.
  package init(checkpoint: UInt16) { self.checkpoint = checkpoint }

  /// Whether the previous packet changed nothing.
  package var isSkippable: Bool {
    (system?.isSkippable ?? true) && channels.allSatisfy(\.isSkippable)
  }
}

extension RecoveryJournal {
  init(_ reader: inout DatagramReader) throws(PacketError) {
    let header = try reader.byte()
    checkpoint = try reader.uint16()
    isEnhanced = header & 0x10 != 0
    if header & 0x40 != 0 { system = try SystemJournal(&reader) }
    guard header & 0x20 != 0 else { return }
    for _ in 0...(header & 0xF) { channels.append(try ChannelJournal(&reader)) }
  }

  func write(to bytes: inout [UInt8]) {
    var header: UInt8 = isSkippable ? 0x80 : 0
    if system != nil { header |= 0x40 }
    if !channels.isEmpty { header |= 0x20 | UInt8(channels.count - 1) & 0xF }
    if isEnhanced { header |= 0x10 }
    bytes.append(header)
    bytes.append(bigEndian: checkpoint)
    system?.write(to: &bytes)
    for channel in channels { channel.write(to: &bytes) }
  }
}
