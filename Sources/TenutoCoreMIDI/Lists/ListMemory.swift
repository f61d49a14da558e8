/// Zeroed memory for one list, with room after it.
///
/// Code that follows Core MIDI's own examples copies the last packet of a list as a whole
/// `MIDIPacket`, so that many bytes after every packet's start must be readable.
@safe
final class ListMemory {
  private let memory: UnsafeMutableRawPointer
  /// Bytes of the list.
  let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = Swift.max(byteCount, MemoryLayout<MIDIEventList>.size)
    let all = self.byteCount + MemoryLayout<MIDIEventPacket>.size
    unsafe memory = .allocate(byteCount: all, alignment: 8)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: all)
  }

  deinit { unsafe memory.deallocate() }

  /// The memory as a list of bytes.
  var packetList: UnsafeMutablePointer<MIDIPacketList> {
    unsafe memory.assumingMemoryBound(to: MIDIPacketList.self)
  }

  /// The memory as a list of words.
  var eventList: UnsafeMutablePointer<MIDIEventList> {
    unsafe memory.assumingMemoryBound(to: MIDIEventList.self)
  }
}

extension UnsafeMutablePointer where Pointee == MIDIPacketList {
  /// The address of the first packet.
  var first: UnsafeMutablePointer<MIDIPacket> {
    unsafe (UnsafeMutableRawPointer(self) + 4).assumingMemoryBound(to: MIDIPacket.self)
  }
}

extension UnsafeMutablePointer where Pointee == MIDIEventList {
  /// The address of the first packet.
  var first: UnsafeMutablePointer<MIDIEventPacket> {
    unsafe (UnsafeMutableRawPointer(self) + 8).assumingMemoryBound(to: MIDIEventPacket.self)
  }
}
