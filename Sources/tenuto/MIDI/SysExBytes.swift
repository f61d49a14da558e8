import TenutoMIDI

/// Assembles the System Exclusive messages of one source.
struct SysExBytes {
  /// The limit equals that of files.
  private var reassembler = SysExReassembler(
    limits: SysExLimits(messageBytes: 256 << 20, totalBytes: 256 << 20))

  /// Takes any packet, and returns the message that it completes, with F0 and F7.
  mutating func take(_ ump: UMP) -> [UInt8]? {
    guard let message = reassembler.receive(ump).message, case .sysEx7 = message.stream.kind
    else { return nil }
    return [0xF0] + message.payload + [0xF7]
  }
}
