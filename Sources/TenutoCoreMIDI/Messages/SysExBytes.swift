internal import TenutoMIDI

/// Gets the MIDI 1.0 SysEx bytes of one group out of a packet.
///
/// F0 and F7 are included if a message starts or ends in the packet; messages of other types and
/// groups are skipped.
///
/// Thread: any.
///
/// - Parameters:
///   - pkt: The packet.
///   - groupIndex: 0 to 15.
///   - outData: Gets the bytes, possibly none.
/// - Returns: `noErr`.
@discardableResult
public func MIDIEventPacketSysexBytesForGroup(
  _ pkt: UnsafePointer<MIDIEventPacket>, _ groupIndex: UInt8,
  _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
  var bytes: [UInt8] = []
  for ump in UMPWords(unsafe pkt.words()) where ump.messageType == 0x3 && ump.group == groupIndex {
    bytes += MIDI1Bytes(ump).array
  }
  unsafe outData.pointee = .passRetained(CFData(bytes))
  return noErr
}
