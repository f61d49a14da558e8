internal import TenutoMIDI

/// Builds lists of MIDI 1.0 bytes from packets, and passes each on when it is full.
///
/// Messages with the same time share a packet of the list. SysEx has separate packets of up to 256
/// bytes, so that programs that copy a `MIDIPacket` get all of it.
@safe
struct PacketListWriter: ~Copyable {
  private static var packetBytes: Int { 256 }

  private let memory: ListMemory
  private let emit: (UnsafePointer<MIDIPacketList>) -> Void
  private var current: UnsafeMutablePointer<MIDIPacket>
  private var sysEx: [UInt8] = []
  private var sysExTime: MIDITimeStamp = 0

  init(_ memory: ListMemory, emit: @escaping (UnsafePointer<MIDIPacketList>) -> Void) {
    self.memory = memory
    unsafe self.emit = unsafe emit
    unsafe current = MIDIPacketListInit(memory.packetList)
  }

  /// Adds a packet of message type 1, 2 or 3.
  mutating func add(_ ump: UMP, at time: MIDITimeStamp) {
    let bytes = MIDI1Bytes(ump).array
    guard !bytes.isEmpty else { return }
    guard ump.messageType == 0x3 else {
      addSysEx()
      add(bytes, at: time)
      return
    }
    if sysEx.isEmpty { sysExTime = time }
    sysEx += bytes
    if sysEx.count > Self.packetBytes - 8 || bytes.last == 0xF7 { addSysEx() }
  }

  /// Passes the last list on.
  consuming func finish() {
    addSysEx()
    emitList()
  }

  private mutating func addSysEx() {
    guard !sysEx.isEmpty else { return }
    add(sysEx, at: sysExTime)
    sysEx.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ bytes: [UInt8], at time: MIDITimeStamp) {
    if tryAdd(bytes, at: time) { return }
    emitList()
    unsafe current = MIDIPacketListInit(memory.packetList)
    _ = tryAdd(bytes, at: time)
  }

  private mutating func tryAdd(_ bytes: [UInt8], at time: MIDITimeStamp) -> Bool {
    let added = unsafe ccoremidi_packet_list_add(
      memory.packetList, memory.byteCount, current, time, bytes.count, bytes)
    guard let added = unsafe added else { return false }
    unsafe current = unsafe added
    return true
  }

  private func emitList() {
    guard unsafe memory.packetList.pointee.numPackets > 0 else { return }
    unsafe emit(UnsafePointer(memory.packetList))
  }
}
